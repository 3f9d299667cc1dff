import { setTimeout as wait } from 'node:timers/promises';
import type { APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendJson } from '../../helpers/http-server.ts';
import type { ModerationStub } from '../../helpers/servers/moderation-stub.ts';
import { seeded } from '../../helpers/seeded.ts';
import { createSkippingClock, type SkippingClock } from '../../helpers/skipping-clock.ts';
import { openScene, createScene, type Scene } from '../scene.ts';

type Answer = NonNullable<ModerationStub['answer']>;

const PAGE = '<h1>Back soon</h1>';

describe('a moderation service that is down when the bot starts', () => {
  it('loses no message, and the moderators are told when checks become late and when they recover', async () => {
    const clock = createSkippingClock();
    const on = await createScene({ deps: { clock }, isServiceDown: true });
    const { general } = on.sandbox.channels;
    const bad = await on.person('bob').say(general, 'this is [delete]');
    const clean = await on.person('alice').say(general, 'good morning');
    await clock.skipUntil(() => on.announcements().length > 0);
    expect(on.announcements()).toEqual([expect.stringContaining('Checks are delayed')]);

    await on.service.up();
    await clock.skipUntil(() => on.announcements().length > 1);
    expect(on.announcements().at(-1)).toContain('answers again. 2 messages were checked late');
    expect(await on.outcomeOf(bad.id)).toMatchObject({ kind: 'acted' });
    expect([on.exists(bad), on.exists(clean)]).toEqual([false, true]);
    expect(on.alertsAbout(bad.id)).toHaveLength(1);
  });

  it('is not announced if it recovers within a minute', async () => {
    const clock = createSkippingClock();
    const on = await createScene({ deps: { clock }, isServiceDown: true });
    const bad = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() =>
      expect(on.log.join()).toContain('the moderation service is unavailable'),
    );
    await on.service.up();
    await clock.skipUntil(() => !on.exists(bad));
    await on.outcomeOf(bad.id);
    clock.skip(120_000);
    await on.sayAndWait(on.person('alice'), 'a marker');
    expect(on.announcements()).toEqual([]);
  });

  it('loses no message during a restart of the bot', async () => {
    const clock = createSkippingClock();
    const on = await createScene({ deps: { clock }, isServiceDown: true });
    const bad = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() =>
      expect(on.log.join()).toContain('the moderation service is unavailable'),
    );
    await on.stopBot();
    await on.service.up();
    await on.startBot();
    expect(await on.outcomeOf(bad.id)).toMatchObject({ kind: 'acted' });
    expect(on.exists(bad)).toBe(false);
  });
});

describe('a moderation service', () => {
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

  async function postWhile(answer: Answer): Promise<APIMessage> {
    const checked = on.service.samples.length;
    on.service.answer = answer;
    const message = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(on.service.samples.length).toBeGreaterThan(checked));
    return message;
  }

  const FAULTS: [what: string, answer: Answer][] = [
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
    ['stops in the middle of a response', (response) => response.writeHead(200).write('{"api":')],
    ['answers 200 with a page in HTML', (response) => response.writeHead(200).end(PAGE)],
    ['answers 200 with unexpected JSON', (response) => sendJson(response, { hello: 'there' })],
    ['answers 200 with an empty body', (response) => response.writeHead(200).end()],
  ];

  it.each(FAULTS)('that %s delays the check, and nothing is lost', async (_what, answer) => {
    const logged = on.log.length;
    const message = await postWhile(answer);
    await clock.skipUntil(() =>
      on.log.slice(logged).some((line) => line.includes('is unavailable')),
    );
    expect(on.exists(message)).toBe(true);
    expect(on.alertsAbout(message.id)).toEqual([]);
    on.service.answer = null;
    await clock.skipUntil(() => !on.exists(message));
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'acted' });
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  });

  it('is not called again before its Retry-After time', async () => {
    const message = await postWhile((response) => {
      response.writeHead(429, { 'retry-after': '8' }).end();
    });
    on.service.answer = null;
    const checked = on.service.samples.length;
    // The bot needs a moment to read the response and set the timer.
    await wait(50);
    clock.skip(7_000);
    await wait(50);
    expect(on.service.samples).toHaveLength(checked);
    await clock.skipUntil(() => !on.exists(message));
    await on.outcomeOf(message.id);
  });

  it('is called again within a minute, however long its Retry-After time is', async () => {
    const message = await postWhile((response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    on.service.answer = null;
    // The bot needs a moment to read the response and set the timer.
    await wait(50);
    clock.skip(60_000);
    await vi.waitFor(() => expect(on.exists(message)).toBe(false));
    await on.outcomeOf(message.id);
  });

  it('that refuses a message leaves it to the moderators', async () => {
    const message = await postWhile((response) => {
      sendJson(response, { api: 'x', success: false, response: 'Not this one.' });
    });
    expect(await on.outcomeOf(message.id)).toMatchObject({ kind: 'unchecked' });
    expect(on.exists(message)).toBe(true);
    expect(JSON.stringify(on.alertsAbout(message.id))).toContain('Not checked');
  });

  it('that fails in every way for a minute each, with garbage in between, leaves no bad message undeleted', async () => {
    const random = seeded(7);
    const orGarbage: Answer = (response, sendVerdict) => {
      if (random() < 0.3) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else sendVerdict();
    };
    const bob = on.person('bob');
    const messages: APIMessage[] = [];
    const post = async (text: string): Promise<void> => {
      messages.push(await bob.say(on.sandbox.channels.general, `${text} is [delete]`));
    };
    for (const [what, answer] of FAULTS) {
      on.service.answer = answer;
      for (let second = 0; second < 60; second += 1) {
        if (second % 6 === 0) await post(`${what} ${second}`);
        clock.skip(1000);
        await wait(5);
      }
      on.service.answer = orGarbage;
      for (let number = 0; number < 5; number += 1) await post(`after that ${what} ${number}`);
      await clock.skipUntil(() => !messages.some(on.exists));
    }
    for (const { id } of messages) expect(await on.outcomeOf(id)).toMatchObject({ kind: 'acted' });
    for (const { id } of messages) {
      expect(await on.caseAbout(id)).toMatchObject({ alert: { channelId: expect.any(String) } });
    }
  }, 60_000);

  it('whose responses are sometimes garbage leaves no bad message undeleted', async () => {
    const random = seeded(11);
    on.service.answer = (response, sendVerdict) => {
      if (random() < 0.3) response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
      else sendVerdict();
    };
    const messages: APIMessage[] = [];
    const bob = on.person('bob');
    for (let number = 1; number <= 60; number += 1) {
      messages.push(await bob.say(on.sandbox.channels.general, `this is [delete] ${number}`));
    }
    await clock.skipUntil(() => !messages.some(on.exists));
    for (const { id } of messages) expect(await on.outcomeOf(id)).toMatchObject({ kind: 'acted' });
    expect(JSON.stringify(on.alertsAbout(messages[0]?.id ?? ''))).not.toContain('not be checked');
  });
});
