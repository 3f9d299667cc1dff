import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createPerson, type Person } from '../../../../../src/sandbox/person.ts';
import { startPage, type Page } from '../../../../../src/sandbox/page/server/page.ts';
import type { ActionResult } from '../../../../../src/sandbox/page/protocol/actions.ts';
import type { PageEvent, StatusView } from '../../../../../src/sandbox/page/protocol/events.ts';
import type { Stage } from '../../../../../src/sandbox/page/server/stage.ts';
import { createSandbox, type Sandbox } from '../../../../../src/sandbox/sandbox.ts';

const STATUS: StatusView = {
  isDiscordUp: true,
  isServiceUp: true,
  queue: 0,
  messagesChecked: 0,
  serviceMs: null,
  cases: 0,
  casesOpen: 0,
};

describe('the page of the sandbox', () => {
  let folder: string;
  let sandbox: Sandbox;
  let page: Page;
  let alice: Person;

  async function openStage(): Promise<Stage> {
    sandbox = await createSandbox({ rateLimits: 'off' });
    const { apiUrl, members } = sandbox;
    alice = createPerson(apiUrl, members.alice);
    return {
      sandbox,
      scenarios: [
        { id: 'wave', name: 'Wave', description: '', run: async (say) => say('Everybody waves.') },
      ],
      status: async () => STATUS,
      onCase: () => undefined,
    };
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portcullis-page-'));
    await writeFile(join(folder, 'index.html'), '<!doctype html>');
    page = await startPage({
      assets: pathToFileURL(`${folder}/`),
      stage: await openStage(),
      async reset() {
        await sandbox.stop();
        return openStage();
      },
    });
  });
  afterAll(async () => {
    await page.stop();
    await sandbox.stop();
    await rm(folder, { recursive: true });
  });

  const origin = (): string => new URL(page.url).origin;

  async function post(path: string, body: object, headers: Record<string, string> = {}) {
    const answer = await request(`${page.url}${path}`, {
      method: 'POST',
      headers: { origin: origin(), 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  }

  const say = (as: string, text: string) =>
    post('actions', {
      as,
      locale: 'en-US',
      action: {
        kind: 'say',
        channelId: sandbox.channels.general,
        text,
        repliesTo: null,
        files: [],
      },
    });

  /** The events of a person's page until one fits. `act` runs once the page has the world. */
  async function eventsUntil(
    as: string,
    isLast: (event: PageEvent) => boolean,
    act: () => Promise<unknown> = async () => undefined,
  ) {
    const { body } = await request(`${page.url}events?as=${as}`);
    const events: PageEvent[] = [];
    let text = '';
    for await (const chunk of body) {
      text += String(chunk);
      const parts = text.split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) {
        if (!part.startsWith('data: ')) continue;
        const event = JSON.parse(part.slice('data: '.length)) as PageEvent;
        events.push(event);
        if (event.type === 'world' && events.length === 1) await act();
        if (isLast(event)) return events;
      }
    }
    return events;
  }

  it('serves itself with a policy that allows nothing from elsewhere and nothing inline', async () => {
    const { statusCode, headers, body } = await request(page.url);
    expect(statusCode).toBe(200);
    expect(await body.text()).toBe('<!doctype html>');
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
    expect(headers['content-security-policy']).not.toContain('unsafe');
  });

  it.each(['evil.example', '127.0.0.1:1', ''])('refuses the host "%s"', async (host) => {
    const { statusCode } = await request(page.url, { headers: { host } });
    expect(statusCode).toBe(421);
  });

  it.each([undefined, 'http://evil.example', 'null'])(
    'lets no other origin act (%s)',
    async (from) => {
      const { alice: member } = sandbox.members;
      const headers: Record<string, string> = from === undefined ? {} : { origin: from };
      const { statusCode, body } = await request(`${page.url}actions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ as: member.id, locale: 'de', action: { kind: 'say' } }),
      });
      expect(statusCode).toBe(403);
      await body.dump();
    },
  );

  it('rejects a malformed action and an unknown person', async () => {
    const malformed = await post('actions', { as: '1', locale: 'de', action: { kind: 'fly' } });
    expect(malformed.status).toBe(400);
    const { botId } = sandbox;
    expect((await say(botId, 'I am the bot')).status).toBe(404);
  });

  it('posts as a person, over HTTP and with their permissions', async () => {
    expect((await say(alice.id, 'hello')).body).toEqual({ kind: 'done' } satisfies ActionResult);
    const [message] = await alice.read(sandbox.channels.general);
    expect(message?.content).toBe('hello');
    expect(message?.author.id).toBe(alice.id);

    const { announcements } = sandbox.channels;
    const refused = await post('actions', {
      as: alice.id,
      locale: 'en-US',
      action: { kind: 'say', channelId: announcements, text: 'news', repliesTo: null, files: [] },
    });
    expect(refused.body).toEqual({
      kind: 'refused',
      reason: 'Discord refused: Missing Permissions',
    });
  });

  it('shows each person only the channels that they can view', async () => {
    const channelsOf = async (as: string): Promise<string[]> => {
      const [first] = await eventsUntil(as, ({ type }) => type === 'world');
      if (first?.type !== 'world') throw new Error('The world does not come first.');
      return first.panes.main.channels.map(({ name }) => name);
    };
    expect(await channelsOf(alice.id)).not.toContain('mod-alerts');
    expect(await channelsOf(sandbox.members.moderator.id)).toContain('mod-alerts');
  });

  it('tells how long a deleted message stood', async () => {
    const message = await alice.say(sandbox.channels.general, 'oops');
    const events = await eventsUntil(
      alice.id,
      ({ type }) => type === 'deleted',
      () => alice.delete(sandbox.channels.general, message.id),
    );
    const last = events.at(-1);
    expect(last).toMatchObject({
      type: 'deleted',
      pane: 'main',
      messages: [{ messageId: message.id }],
    });
  });

  it('shows a chart in its embed only, not as a file again', async () => {
    const chart = { name: 'chart.png', content: 'PNG' };
    const notes = { name: 'chart.csv', content: '1,2' };
    const bot = createPerson(sandbox.apiUrl, {
      id: sandbox.botId,
      token: `Bot ${sandbox.botToken}`,
    });
    const events = await eventsUntil(
      alice.id,
      ({ type }) => type === 'message',
      () =>
        bot.send(
          sandbox.channels.general,
          { embeds: [{ title: 'Chart', image: { url: 'attachment://chart.png' } }] },
          [chart, notes],
        ),
    );
    expect(events.at(-1)).toMatchObject({
      message: { attachments: [{ name: 'chart.csv' }], embeds: [{ title: 'Chart' }] },
    });
  });

  it('serves members’ files without the rights of a page', async () => {
    const { attachments } = await alice.upload(sandbox.channels.general, '', [
      { name: 'evil.html', content: '<script>alert(1)</script>' },
    ]);
    const path = new URL(attachments[0]?.url ?? '').pathname;
    const { statusCode, headers, body } = await request(`${page.url}files${path}`);
    await body.dump();
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['../../package.json', '%2e%2e%2fpackage.json', 'x.svg'])(
    'serves no file but pictures of emoji (%s)',
    async (file) => {
      const { statusCode, body } = await request(`${page.url}emoji/${file}`);
      await body.dump();
      expect(statusCode).toBe(404);
    },
  );

  it('tells every page what happens in a scenario', async () => {
    const events = await eventsUntil(
      alice.id,
      (event) => event.type === 'scenario' && event.phase === 'done',
      () => post('scenarios/wave', {}),
    );
    expect(events.at(-1)).toEqual({
      type: 'scenario',
      id: 'wave',
      phase: 'done',
      note: 'Everybody waves.',
    });
    expect((await post('scenarios/none', {})).status).toBe(404);
  });

  it('replaces the world with a reset', async () => {
    const before = sandbox.guildId;
    expect((await post('reset', {})).status).toBe(200);
    expect(sandbox.guildId).not.toBe(before);
    const [first] = await eventsUntil(alice.id, ({ type }) => type === 'world');
    expect(first).toMatchObject({ panes: { main: { viewerId: alice.id } } });
  });
});
