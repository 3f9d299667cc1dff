import { PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DiscordRequestError } from '../../../src/sandbox/person.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import { createKeywordScene } from '../keyword-scene.ts';
import { openScene, createScene as oneScene, type Scene } from '../scene.ts';

type Options = Record<string, string | number | boolean>;

async function ask(scene: Scene, path: string, options: Options = {}): Promise<APIMessage> {
  const { general } = scene.sandbox.channels;
  const interaction = await scene.person('owner').slash(general, `keywords ${path}`, options);
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

const descriptionOf = ({ embeds }: APIMessage): string => embeds[0]?.description ?? '';

describe('/keywords', () => {
  let scene: Scene;
  beforeAll(async () => {
    scene = await openScene({ service: { kind: 'embedded' } });
  });
  afterAll(() => scene.close());
  beforeEach(() => scene.setPolicy({}));

  const use = (path: string, options?: Options): Promise<APIMessage> => ask(scene, path, options);
  const alertsOn = (keyword: string): number =>
    [...scene.channel(scene.sandbox.channels['mod-alerts']).messages.values()].filter(
      ({ embeds: [embed] }) => embed?.description?.startsWith(`**Keyword “${keyword}”**`) === true,
    ).length;

  it('is not available to members, or to moderators without Manage Server', async () => {
    const { general } = scene.sandbox.channels;
    for (const name of ['alice', 'moderator'] as const) {
      await expect(scene.person(name).slash(general, 'keywords list')).rejects.toThrow(
        DiscordRequestError,
      );
    }
  });

  it('says that there are no keywords', async () => {
    expect((await use('list')).content).toContain('This server has no keywords.');
  });

  it('alerts moderators about a registered keyword until it is removed', async () => {
    const { content } = await use('add', { keyword: 'Sourdough' });
    expect(content).toContain('✅ “Sourdough” is registered.');
    await scene.announced('owner registered the keyword “Sourdough”.');
    const alice = scene.person('alice');
    await scene.sayAndWait(alice, 'I like sourdough bread');
    await vi.waitFor(() => expect(alertsOn('Sourdough')).toBe(1), { timeout: 5000 });

    expect((await use('remove', { keyword: 'sourDOUGH' })).content).toContain(
      'is no longer a keyword',
    );
    await scene.announced('owner removed the keyword “sourDOUGH”.');
    await use('add', { keyword: 'rye' });
    await scene.sayAndWait(alice, 'sourdough with rye');
    // The alerts of a server come in the order of their events.
    await vi.waitFor(() => expect(alertsOn('rye')).toBe(1), { timeout: 5000 });
    expect(alertsOn('Sourdough')).toBe(1);
    await use('remove', { keyword: 'rye' });
  });

  it('treats keywords that differ only in case, width, accents or invisible characters as the same', async () => {
    await use('add', { keyword: 'free nitro' });
    for (const keyword of ['FREE  Nitro', 'frée nitro', 'free ni\u200btro', 'ｆｒｅｅ nitro']) {
      expect((await use('add', { keyword })).content).toContain('is already registered');
    }
    expect(descriptionOf(await use('list')).split('\n')).toHaveLength(1);
    await use('remove', { keyword: 'free nitro' });
  });

  it.each([
    [
      'an invisible keyword',
      '\u200b\u2060',
      'That keyword is empty. Enter a word, a phrase or a symbol.',
    ],
    [
      'a keyword that is too long',
      'x'.repeat(101),
      'A keyword has at most 100 characters; this one has 101.',
    ],
  ])('refuses %s', async (_what, keyword, sentence) => {
    expect((await use('add', { keyword })).content).toBe(sentence);
  });

  it('shows markup in a keyword literally and pings nobody', async () => {
    const { content } = await use('add', { keyword: '**@everyone**' });
    expect(content).toContain('“\\*\\*\\@everyone\\*\\*”');
    await use('remove', { keyword: '**@everyone**' });
  });

  it('refuses to remove a keyword that is not registered', async () => {
    expect((await use('remove', { keyword: 'never' })).content).toContain(
      '“never” is not a keyword of this server.',
    );
  });

  it('shows the alert settings, and sets the channel and the role to ping', async () => {
    const { random } = scene.sandbox.channels;
    const { Moderator } = scene.sandbox.roles;
    const before = await use('alerts');
    expect(JSON.stringify(before.embeds)).toMatch(
      /the moderator channel \(#mod-alerts\).*nobody.*✅ on/,
    );
    const question = await use('alerts', { channel: random, role: Moderator });
    expect(question.content).toContain('everyone in this server');
    expect((await scene.bot().policies.get(scene.sandbox.guildId)).keywords.channelId).toBeNull();
    await (await scene.person('owner').click(question, 'Use this channel')).response();
    const policy = await scene.bot().policies.get(scene.sandbox.guildId);
    expect(policy.keywords).toEqual({ channelId: random, roleId: Moderator });
    await scene.announced(`pings: <@&${Moderator}>`);
    await use('alerts', { reset: true });
    const after = await scene.bot().policies.get(scene.sandbox.guildId);
    expect(after.keywords).toEqual({ channelId: null, roleId: null });
  });

  it('refuses a role that the person may not ping, and everyone', async () => {
    const { roles } = scene.sandbox.world;
    const permissions = PermissionFlagsBits.ManageGuild;
    const managing = roles.create(
      scene.sandbox.guildId,
      { name: 'managers', position: 1, permissions },
      scene.asOwner,
    );
    const manager = scene.join('manager', [managing.id]);
    const { general } = scene.sandbox.channels;
    const options = { role: scene.sandbox.roles.Moderator };
    const interaction = await manager.slash(general, 'keywords alerts', options);
    expect((await interaction.response()).content).toContain('You are not allowed to ping');
    const { content } = await use('alerts', { role: scene.sandbox.guildId });
    expect(content).toContain('never ping everyone');
  });

  it('says that no alert has failed', async () => {
    expect((await use('failed')).content).toBe('No alerts of this server have failed.');
  });
});

describe('/keywords failed and alerts of several servers', () => {
  it('shows alerts that could not be posted and retries them on request', async () => {
    const clock = createSkippingClock();
    const on = await createKeywordScene({ deps: { clock } });
    const { general } = on.sandbox.channels;
    const owner = on.person('owner');
    const route = 'POST /channels/:id/messages';
    on.sandbox.faults.failNext({ route, status: 400, times: 5 });
    await on.send(on.event('poison'));
    await on.send(on.event('fine'));
    await clock.skipUntil(() => on.posts().length === 1);
    const failed = await (await owner.slash(general, 'keywords failed')).response();
    expect(descriptionOf(failed)).toContain('keywordAlert: ');
    const retried = await (await owner.click(failed, 'Retry all')).response();
    expect(retried.content).toContain('Retrying 1 alert.');
    await clock.skipUntil(() => on.posts().length === 2);
    expect(JSON.stringify(on.posts()[1])).toContain('poison');
    const left = await (await owner.slash(general, 'keywords failed')).response();
    expect(left.content).toContain('No alerts of this server have failed.');
  }, 20_000);

  it('sends no alert to a server about a keyword of another server', async () => {
    const on = await createKeywordScene();
    const by = { id: '1', name: 'somebody' };
    await on.bot().keywords.add('100000000000000009', { text: 'secret plan', by, at: 1 });
    expect(await on.send(on.event('Secret Plan'))).toBe(200);
    await on.send(on.event('public'));
    await vi.waitFor(() => expect(JSON.stringify(on.posts())).toContain('public'), {
      timeout: 5000,
    });
    expect(JSON.stringify(on.posts())).not.toContain('Plan');
    expect(on.posts()).toHaveLength(1);
  });
});

describe('/keywords with a remote service', () => {
  it('accepts at most 1000 keywords and shows them in pages that work after a restart', async () => {
    const service = await startRemoteService(() => ({ body: { success: true } }));
    const scene = await oneScene({ service: service.config });
    const { keywords } = scene.bot();
    const by = { id: scene.sandbox.members.owner.id, name: 'owner' };
    const { guildId, channels } = scene.sandbox;
    for (let count = 0; count < 1000; count += 1) {
      await keywords.add(guildId, { text: `word ${String(count).padStart(3, '0')}`, by, at: 1 });
    }
    expect((await ask(scene, 'add', { keyword: 'one more' })).content).toContain(
      'Keyword limit reached (1,000).',
    );
    const list = await ask(scene, 'list');
    expect(list.embeds[0]?.footer?.text).toBe('Page 1 of 67 · 1,000 of 1,000 keywords');
    expect(descriptionOf(list)).toMatch(/^word 000 · /);
    const owner = scene.person('owner');
    await scene.stopBot();
    await scene.startBot();
    const next = await (await owner.click(list, 'Next')).response();
    expect(descriptionOf(next)).toMatch(/^word 015 · /);
    const path = 'keywords remove';
    const choices = await owner.autocomplete(channels.general, path, { keyword: '99' }, 'keyword');
    expect(choices).toHaveLength(19);
  }, 60_000);

  it('keeps a keyword at the service while another server has it', async () => {
    const service = await startRemoteService(() => ({ body: { success: true } }));
    const scene = await oneScene({ service: service.config });
    const by = { id: '1', name: 'somebody' };
    await scene.bot().keywords.add('100000000000000009', { text: 'Raid', by, at: 1 });
    const deleted = (): number =>
      service.requests.filter(({ method }) => method === 'DELETE').length;
    await ask(scene, 'add', { keyword: 'raid' });
    await ask(scene, 'remove', { keyword: 'raid' });
    expect(deleted()).toBe(0);
    expect((await ask(scene, 'list')).content).toContain('This server has no keywords.');
    await scene.bot().keywords.remove('100000000000000009', 'raid');
    await ask(scene, 'add', { keyword: 'raid' });
    await ask(scene, 'remove', { keyword: 'raid' });
    expect(deleted()).toBe(1);
  });

  it('removes the keywords of a server that removed the bot, except those another server has', async () => {
    const service = await startRemoteService(() => ({ body: { success: true } }));
    const scene = await oneScene({ service: service.config });
    const { keywords } = scene.bot();
    const by = { id: '1', name: 'somebody' };
    await keywords.add('100000000000000009', { text: 'raid', by, at: 1 });
    await ask(scene, 'add', { keyword: 'raid' });
    await ask(scene, 'add', { keyword: 'sourdough' });
    const { guildId, botId: userId } = scene.sandbox;
    scene.sandbox.world.members.leave({ guildId, userId });
    await vi.waitFor(async () => expect(await keywords.list(guildId)).toEqual([]));
    const deleted = service.requests.filter(({ method }) => method === 'DELETE');
    expect(deleted.map(({ body }) => body)).toEqual(['{"keyword":"sourdough"}']);
    expect(await keywords.list('100000000000000009')).toHaveLength(1);
  });

  it('keeps and logs the keywords of a server that removed the bot while the service is unavailable', async () => {
    let said: ScriptedResponse = { body: { success: true } };
    const service = await startRemoteService(() => said);
    const scene = await oneScene({ service: service.config });
    await ask(scene, 'add', { keyword: 'raid' });
    said = { status: 400, body: {} };
    const { guildId, botId: userId } = scene.sandbox;
    scene.sandbox.world.members.leave({ guildId, userId });
    await vi.waitFor(() => expect(scene.log.join('\n')).toContain('keywords of a server'));
    expect(await scene.bot().keywords.list(guildId)).toHaveLength(1);
    expect(scene.log.join('\n')).not.toContain('raid');
  });

  it.each([
    [
      'refuses',
      { body: { success: false, response: 'No more.' } } as const,
      /rejected this: No more/,
    ],
    ['is full', { status: 409, body: { success: false, response: 'Full.' } } as const, /Full/],
    ['fails', { status: 500, body: {} } as const, /failed \(status 500\)/],
    ['is down', 'hang up' as const, /is unreachable/],
  ])('stores no keyword when the service %s', async (_what, said, sentence) => {
    const { config } = await startRemoteService(() => said);
    const scene = await oneScene({ service: config });
    expect((await ask(scene, 'add', { keyword: 'raid' })).content).toMatch(sentence);
    expect((await ask(scene, 'list')).content).toContain('This server has no keywords.');
    const alerts = await ask(scene, 'alerts');
    expect(JSON.stringify(alerts.embeds)).toContain('unknown: ');
  });

  it('says that alerts are off at the service', async () => {
    const list = { api: 'x', success: true, response: { available: {}, active: [] } };
    const { config } = await startRemoteService(({ method }) => ({
      body: method === 'GET' ? list : { success: true },
    }));
    const scene = await oneScene({ service: config });
    expect((await ask(scene, 'add', { keyword: 'raid' })).content).toContain(
      'Keyword alerts are off at the moderation service',
    );
    const shown = JSON.stringify((await ask(scene, 'alerts')).embeds);
    expect(shown).toContain('❌ off');
    expect(shown).toMatch(/Webhook.*PUBLIC/);
  });
});
