import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson } from '../helpers/http-server.ts';
import type { ModerationStub } from '../helpers/moderation-stub.ts';
import { createSkippingClock, type SkippingClock } from '../helpers/skipping-clock.ts';
import { openScene, scene, type Scene } from './scene.ts';

type Answer = NonNullable<ModerationStub['answer']>;

describe('a moderation service that is not there when the bot starts', () => {
  it('costs no message, and the moderators are told that checks are late and when that is over', async () => {
    const clock = createSkippingClock();
    const on = await scene({ deps: { clock }, isServiceDown: true });
    const { general } = on.sandbox.channels;
    const bad = await on.person('bob').say(general, 'this is [delete]');
    const clean = await on.person('alice').say(general, 'good morning');
    await clock.skipUntil(() => on.announcements().length > 0);
    expect(on.announcements()).toEqual([expect.stringContaining('checks are late')]);

    await on.service.up();
    await clock.skipUntil(() => on.announcements().length > 1);
    expect(on.announcements().at(-1)).toContain('answers again. 2 messages were checked late');
    expect([on.stands(bad), on.stands(clean)]).toEqual([false, true]);
    expect(on.alertsAbout(bad.id)).toHaveLength(1);
  });

  it('is no news to the moderators when it comes within a minute', async () => {
    const clock = createSkippingClock();
    const on = await scene({ deps: { clock }, isServiceDown: true });
    const bad = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(on.log.join()).toContain('the moderation service is away'));
    await on.service.up();
    await clock.skipUntil(() => !on.stands(bad));
    await on.outcomeOf(bad.id);
    clock.skip(120_000);
    await on.judged(on.person('alice'), 'a marker');
    expect(on.announcements()).toEqual([]);
  });

  it('keeps messages over a stop of the bot as well', async () => {
    const clock = createSkippingClock();
    const on = await scene({ deps: { clock }, isServiceDown: true });
    const bad = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(on.log.join()).toContain('the moderation service is away'));
    await on.stopBot();
    await on.service.up();
    await on.startBot();
    expect(await on.outcomeOf(bad.id)).toMatchObject({ kind: 'acted' });
    expect(on.stands(bad)).toBe(false);
  });
});

describe('a moderation service in trouble', () => {
  let on: Scene;
  let clock: SkippingClock;
  beforeAll(async () => {
    clock = createSkippingClock();
    on = await openScene({ deps: { clock } });
  });
  afterAll(() => on.close());
  beforeEach(() => {
    on.service.answer = null;
  });

  async function writtenWhile(answer: Answer): Promise<APIMessage> {
    const asked = on.service.samples.length;
    on.service.answer = answer;
    const message = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(on.service.samples.length).toBeGreaterThan(asked));
    return message;
  }

  const TROUBLES: [what: string, answer: Answer][] = [
    ['answers 500', (response) => response.writeHead(500).end('Internal Server Error')],
    [
      'answers 503 with a page in HTML',
      (response) => {
        response.writeHead(503, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>');
      },
    ],
    ['answers 401', (response) => sendJson(response, { success: false }, { status: 401 })],
    ['answers 429', (response) => response.writeHead(429).end()],
    ['hangs up', (response) => response.destroy()],
    ['never answers', () => undefined],
    ['stops in the midst of an answer', (response) => response.writeHead(200).write('{"api":')],
  ];

  it.each(TROUBLES)('that %s delays the check, and nothing is lost', async (_what, answer) => {
    const message = await writtenWhile(answer);
    await clock.skipUntil(() => on.log.at(-1)?.includes('is away') === true);
    expect(on.stands(message)).toBe(true);
    expect(on.alertsAbout(message.id)).toEqual([]);
    on.service.answer = null;
    await clock.skipUntil(() => !on.stands(message));
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('is not asked again before the time it has asked for', async () => {
    const message = await writtenWhile((response) => {
      response.writeHead(429, { 'retry-after': '8' }).end();
    });
    on.service.answer = null;
    const asked = on.service.samples.length;
    // It takes a moment until the answer has been read and the timer is set.
    await wait(50);
    clock.skip(7_000);
    await wait(50);
    expect(on.service.samples).toHaveLength(asked);
    await clock.skipUntil(() => !on.stands(message));
    await on.outcomeOf(message.id);
  });

  const NONSENSE: [what: string, answer: Answer][] = [
    ['a page in HTML', (response) => response.writeHead(200).end('<h1>Hello</h1>')],
    ['JSON of another kind', (response) => sendJson(response, { hello: 'there' })],
    [
      'a refusal',
      (response) => sendJson(response, { api: 'x', success: false, response: 'Not this one.' }),
    ],
  ];

  it.each(NONSENSE)(
    'that answers with %s leaves the message to the moderators, unpunished',
    async (_what, answer) => {
      const message = await writtenWhile(answer);
      expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'unchecked' });
      expect(on.stands(message)).toBe(true);
      expect(on.alertsAbout(message.id)).toMatchObject([
        { title: 'A message could not be checked' },
      ]);
    },
  );
});
