import { PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DiscordRequestError, type Person } from '../../../src/sandbox/person.ts';
import { startRemoteService, type ScriptedResponse } from '../../helpers/servers/remote-service.ts';
import { createSkippingClock } from '../../helpers/skipping-clock.ts';
import type { Scene } from '../scene.ts';
import {
  createAdvancedScene as oneScene,
  openAdvancedScene as openScene,
} from './advanced-scene.ts';

type Options = Record<string, string | number | boolean>;

async function ask(
  scene: Scene,
  person: Person,
  { path, options = {} }: { path: string; options?: Options },
): Promise<APIMessage> {
  const { general } = scene.sandbox.channels;
  const interaction = await person.slash(general, `property ${path}`, options);
  expect(interaction.isEphemeral).toBe(true);
  return interaction.response();
}

describe('/property', () => {
  let scene: Scene;
  let owner: Person;
  beforeAll(async () => {
    scene = await openScene({ service: { kind: 'embedded' } });
    owner = scene.person('owner');
  });
  afterAll(() => scene.close());
  beforeEach(() => scene.setPolicy({}));

  const use = (path: string, options?: Options): Promise<APIMessage> =>
    ask(scene, owner, options === undefined ? { path } : { path, options });
  const isBanned = (userId: string): boolean => scene.guild.bans.has(userId);
  const rolesOf = (userId: string): readonly string[] => [
    ...(scene.guild.members.get(userId)?.roles ?? []),
  ];

  /** A person with Manage Server and these permissions. */
  function manager(name: string, more = 0n): Person {
    const permissions = PermissionFlagsBits.ManageGuild | more;
    const { roles } = scene.sandbox.world;
    const role = roles.create(
      scene.sandbox.guildId,
      { name: `${name}s`, position: 2, permissions },
      scene.asOwner,
    );
    return scene.join(name, [role.id]);
  }

  it('is not available to members, or to moderators who cannot manage the server', async () => {
    for (const name of ['alice', 'moderator'] as const) {
      const request = ask(scene, scene.person(name), { path: 'audit' });
      await expect(request).rejects.toThrow(DiscordRequestError);
    }
  });

  it('bans and unbans through the service, and announces who did it', async () => {
    const { id } = scene.join('spammer');
    const banned = await use('service-ban', { user: id, reason: 'selling *things*' });
    expect(banned.embeds[0]).toMatchObject({ title: 'Done', description: `✅ <@${id}>: done.` });
    expect(isBanned(id)).toBe(true);
    await scene.announced(
      `owner banned <@${id}> through the moderation service. Reason: selling \\*things\\*`,
    );
    await use('service-unban', { user: id });
    expect(isBanned(id)).toBe(false);
  });

  it('adds and removes roles', async () => {
    const { id } = scene.join('regular');
    const { Trusted } = scene.sandbox.roles;
    await use('roles add', { user: id, role: Trusted });
    expect(rolesOf(id)).toEqual([Trusted]);
    await use('roles remove', { user: id, role: Trusted });
    expect(rolesOf(id)).toEqual([]);
  });

  it('shows what was refused and how to fix it', async () => {
    const { overlord } = scene.sandbox.members;
    const { content } = await use('service-ban', { user: overlord.id });
    expect(content).toMatch(
      /^Nothing was done. The service says: .*“Above”.*Move “Portcullis” above/,
    );
    expect(isBanned(overlord.id)).toBe(false);
  });

  it('does nothing that Discord would not let the moderator do by hand', async () => {
    const { id } = scene.join('victim');
    const clerk = manager('clerk');
    const { content } = await ask(scene, clerk, { path: 'service-ban', options: { user: id } });
    expect(content).toContain('Ban Members');
    const sheriff = manager('sheriff', PermissionFlagsBits.BanMembers);
    const above = scene.sandbox.members.overlord.id;
    await ask(scene, sheriff, { path: 'service-ban', options: { user: above } });
    for (const command of ['BAN', 'evict']) {
      const options = { command, operation: 'add', targets: `<@${above}>` };
      const answer = await ask(scene, sheriff, { path: 'action', options });
      expect(answer.content).toMatch(/role/);
      expect(answer.content).not.toContain('The service says');
    }
    expect([isBanned(id), isBanned(above)]).toEqual([false, false]);
  });

  it('rejects giving a role that has more permissions or is higher than those of the moderator', async () => {
    const { id } = scene.join('friend');
    const giver = manager('giver', PermissionFlagsBits.ManageRoles);
    const { roles } = scene.sandbox.world;
    const strong = roles.create(
      scene.sandbox.guildId,
      { name: 'strong', position: 1, permissions: PermissionFlagsBits.BanMembers },
      scene.asOwner,
    );
    const options = { user: id, role: strong.id };
    const { content } = await ask(scene, giver, { path: 'roles add', options });
    expect(content).toContain('has the permission “Ban Members”, which you do not have');
    const action = { command: 'roles', operation: 'add', targets: id, values: `<@&${strong.id}>` };
    await ask(scene, giver, { path: 'action', options: action });
    const above = { user: id, role: scene.sandbox.roles.Above };
    await ask(scene, giver, { path: 'roles add', options: above });
    expect(rolesOf(id)).toEqual([]);
  });

  it('requests several steps at once and shows the outcome of each', async () => {
    const { id } = scene.join('one');
    const above = scene.sandbox.members.overlord.id;
    const options = { command: 'ban', operation: 'add', targets: `<@${id}>, ${above}` };
    const { embeds } = await use('action', options);
    expect(embeds[0]?.title).toBe('Partly done');
    expect(embeds[0]?.description).toMatch(
      new RegExp(`^✅ <@${id}>: done\\.\n❌ <@${above}>: refused\\. .*Move “Portcullis” above`),
    );
  });

  it('requests an action that only the service may know, and shows its answer', async () => {
    const { content } = await use('action', { command: 'lock', operation: 'add' });
    expect(content).toBe(
      'Nothing was done. The service says: The field command must be ban or roles.',
    );
  });

  it.each([
    [{ command: 'ban', operation: 'add', targets: 'bob' }, '“bob” is not a user.'],
    [{ command: 'ban', operation: 'add' }, 'Enter at least one user'],
    [
      { command: 'roles', operation: 'add', targets: '100000000000000001' },
      'Enter at least one role',
    ],
    [{ command: 'b a n', operation: 'add' }, 'An action has 1 to 64'],
  ])('rejects %j before any request', async (options, sentence) => {
    expect((await use('action', options)).content).toContain(sentence);
  });

  it('changes several settings in one request and shows each outcome', async () => {
    const more = '@property/discord/moderation.mode=frozen @property/name="Our server"';
    const { content } = await use('setting', {
      key: '@property/discord/moderation.evidenceDays',
      value: '20',
      more,
    });
    const lines = content.split('\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('✅ `@property/discord/moderation.evidenceDays` is now');
    expect(lines[1]).toContain('⛔ `@property/discord/moderation.mode` was not set');
    expect(lines[2]).toContain('the text “Our server”');
    await scene.announced('evidenceDays');
    expect(scene.announcements().at(-1)).not.toContain('frozen');
  });

  it('lists the days of a time frame that have analytics', async () => {
    await use('setting', { key: 'a.setting', value: 'true' });
    const today = new Date().toISOString().slice(0, 10);
    const { embeds } = await use('available');
    expect(embeds[0]).toMatchObject({ title: '1 day with analytics' });
    expect(embeds[0]?.description).toMatch(new RegExp(`^\`${today}\``));
    const { content } = await use('available', { from: '20 days ago', to: '10 days ago' });
    expect(content).toBe('No day in this time has analytics.');
  });

  it('lets only administrators name targets that are not users', async () => {
    const options = { command: 'lock', operation: 'add', targets: 'lobby' };
    const { content } = await ask(scene, manager('locker'), { path: 'action', options });
    expect(content).toContain('“lobby” is not a user. Only administrators');
    expect((await use('action', options)).content).toContain('The service says:');
  });

  it('suggests settings, and the values of settings with few values', async () => {
    const { general } = scene.sandbox.channels;
    const suggest = async (options: Options, focused: string): Promise<unknown[]> => {
      const choices = await owner.autocomplete(general, 'property setting', options, focused);
      return choices.map(({ value }) => value);
    };
    expect(await suggest({ key: 'verify', value: '' }, 'key')).toEqual([
      '@property/discord/feature.verify',
    ]);
    const mode = '@property/discord/moderation.mode';
    expect(await suggest({ key: mode, value: '' }, 'value')).toEqual(['enforce', 'watch', 'off']);
    const notice = '@property/discord/moderation.notice';
    expect(await suggest({ key: notice, value: 't' }, 'value')).toEqual(['true']);
  });

  it.each([
    ['moderation.mode', 'Watch', '“watch”', { mode: 'watch' }],
    ['moderation.timeoutSeconds', '90', 'the number `90`', { timeoutSeconds: 90 }],
    ['moderation.notice', 'off', 'is now `false`', { notice: { enabled: false } }],
  ])('sets %s with immediate effect', async (key, value, understood, expected) => {
    const { content } = await use('setting', { key: `@property/discord/${key}`, value });
    expect(content).toContain(understood);
    expect(content).toContain('in effect');
    expect(await scene.bot().policies.get(scene.sandbox.guildId)).toMatchObject(expected);
  });

  it('reads a channel mention as its id', async () => {
    const { random } = scene.sandbox.channels;
    const key = '@property/discord/moderation.channel';
    await use('setting', { key, value: `<#${random}>` });
    expect((await scene.bot().policies.get(scene.sandbox.guildId)).moderatorChannelId).toBe(random);
  });

  it('tells when only the service stores a setting, and why one is refused', async () => {
    const kept = await use('setting', { key: 'house.colour', value: '7' });
    expect(kept.content).toBe(
      '✅ `house.colour` is now the number `7`. The service stores it; it does not concern this bot.',
    );
    const key = '@property/discord/moderation.timeoutSeconds';
    const refused = await use('setting', { key, value: 'soon' });
    expect(refused.content).toContain('Nothing was done. The service says: The value of');
  });

  it('shows the events of a day with everything as a file', async () => {
    await use('setting', { key: 'a.setting', value: 'true' });
    await scene.sayAndWait(scene.person('alice'), 'good morning');
    const { general } = scene.sandbox.channels;
    const [choice] = await owner.autocomplete(general, 'property analytics', { tag: '' }, 'tag');
    expect(choice?.value).toMatch(new RegExp(`^${scene.sandbox.guildId}::\\d{4}-\\d\\d-\\d\\d$`));
    const { embeds, attachments } = await use('analytics', { tag: String(choice?.value) });
    expect(embeds[0]?.description).toContain('settings: ');
    const file = attachments.find(({ filename }) => filename.endsWith('.json'));
    const json: unknown = await (await fetch(file?.url ?? '')).json();
    expect(json).toHaveProperty('compiled');
    expect(embeds[0]?.description).toMatch(/\d+ in total: \d+ passed/);
    expect(attachments[0]).toMatchObject({ filename: 'messages.png', content_type: 'image/png' });
    expect(embeds[0]?.image?.url).toBeDefined();
  });

  it('shows no analytics of another property', async () => {
    const { content } = await use('analytics', { tag: '999999999999999999::2026-01-01' });
    expect(content).toContain('belongs to another property');
  });

  it('shows the audit log in pages, newest first, filtered by type and user', async () => {
    const { id } = scene.join('audited');
    for (let count = 0; count < 6; count += 1) {
      await use('service-ban', { user: id });
      await use('service-unban', { user: id });
    }
    const first = await use('audit', { type: 'action.ban', user: id });
    expect(first.embeds[0]?.footer?.text).toBe('Page 1 of 2 · 12 events');
    expect(first.embeds[0]?.description).toMatch(/^<t:\d+:f> \*\*action\.ban\*\* · <@\d+> · /);
    const next = await (await owner.click(first, 'Older')).response();
    expect(next.embeds[0]?.footer?.text).toBe('Page 2 of 2 · 12 events');
    expect(next.embeds[0]?.description?.split('\n')).toHaveLength(2);
    const nobody = await use('audit', { user: scene.sandbox.members.dave.id });
    expect(nobody.content).toBe('Nothing in the last 72 hours matches this filter.');
  });
});

describe('/property with a remote service', () => {
  async function on(say: Parameters<typeof startRemoteService>[0]) {
    const service = await startRemoteService(say);
    const scene = await oneScene({ service: service.config });
    return { scene, service, owner: scene.person('owner') };
  }

  it('names the missing setting when there is no console', async () => {
    const scene = await oneScene();
    for (const path of ['audit', 'service-ban', 'setting', 'analytics'] as const) {
      const options: Options = {
        audit: {},
        'service-ban': { user: scene.sandbox.members.bob.id },
        setting: { key: 'a', value: 'b' },
        analytics: { tag: 'a' },
      }[path];
      const { content } = await ask(scene, scene.person('owner'), { path, options });
      expect(content).toContain('MODERATION_CONSOLE_URL');
    }
  });

  it('says what to use instead if the service has nothing to act with', async () => {
    const body = { api: 'x', success: false, response: 'No executor is connected.' };
    const { scene, owner } = await on(() => ({ status: 409, body }));
    const user = scene.sandbox.members.bob.id;
    const role = scene.sandbox.roles.Trusted;
    const requests = {
      'service-ban': { user },
      'service-unban': { user },
      'roles add': { user, role },
    };
    for (const [path, options] of Object.entries(requests)) {
      const { content } = await ask(scene, owner, { path, options });
      expect(content).toMatch(/runs apart from the bot.* nothing was done.*\/ban/);
    }
  });

  it('reports a response without details as accepted', async () => {
    const { scene, owner, service } = await on(() => ({ body: {} }));
    const user = scene.sandbox.members.bob.id;
    const { embeds } = await ask(scene, owner, { path: 'service-ban', options: { user } });
    expect(embeds[0]).toMatchObject({ title: 'Accepted' });
    const bodies = service.requests.map(({ body }) => body);
    expect(bodies.join('\n')).toContain(
      JSON.stringify({
        property_id: scene.sandbox.guildId,
        command: 'ban',
        operation: 'add',
        target: [user],
      }),
    );
  });

  it.each<[string, ScriptedResponse, RegExp]>([
    [
      'rejects it',
      { body: { success: false, response: 'Not *you*.' } },
      /rejected this: Not \\\*you/,
    ],
    ['fails', { status: 500, body: {} }, /It is not known whether this was done/],
    ['hangs up', 'hang up', /It is not known whether this was done/],
    ['rejects the key', { status: 401, body: {} }, /MODERATION_API_KEY/],
  ])('tells when the service %s', async (_what, said, sentence) => {
    const { scene, owner } = await on(() => said);
    const user = scene.sandbox.members.bob.id;
    const { content } = await ask(scene, owner, { path: 'service-ban', options: { user } });
    expect(content).toMatch(sentence);
    const { general } = scene.sandbox.channels;
    await owner.slash(general, 'moderation mode', { mode: 'watch' });
    await scene.announced('mode is now **Watch only**');
    expect(scene.announcements()).toHaveLength(1);
  });

  it('tells that it is not known whether a ban was done when the service does not answer', async () => {
    const clock = createSkippingClock();
    const service = await startRemoteService(() => 'silence');
    const scene = await oneScene({ service: service.config, deps: { clock } });
    let isOver = false;
    const options = { user: scene.sandbox.members.bob.id };
    const reply = ask(scene, scene.person('owner'), { path: 'service-ban', options }).finally(
      () => {
        isOver = true;
      },
    );
    await clock.skipUntil(() => isOver);
    expect((await reply).content).toContain('It is not known whether this was done');
  });

  it('suggests the days of the last 90 days by their dates', async () => {
    const tags = (id: string): string[] => [`${id}::2025-05-10@2025-06-20`, `${id}::2025-05-11`];
    const { scene, owner, service } = await on(({ body }) => ({
      body: { data: { tags: tags(JSON.parse(body).property_id), auditLogs: [] } },
    }));
    const { general } = scene.sandbox.channels;
    const choices = await owner.autocomplete(general, 'property analytics', { tag: '' }, 'tag');
    expect(choices.map(({ name }) => name)).toEqual(['2025-05-11', '2025-05-10']);
    expect(choices.map(({ value }) => value).toReversed()).toEqual(tags(scene.sandbox.guildId));
    const { timeframe } = JSON.parse(service.requests.at(-1)?.body ?? '');
    expect(timeframe.to - timeframe.from).toBe(90 * 24 * 60 * 60);
  });

  it('tells when the audit log is empty, and suggests nothing when the service fails', async () => {
    let said: ScriptedResponse = { body: { data: { tags: [], auditLogs: [] } } };
    const { scene, owner } = await on(() => said);
    const { content } = await ask(scene, owner, { path: 'audit' });
    expect(content).toBe('Nothing was recorded in the last 72 hours.');
    said = { status: 400, body: {} };
    const { general } = scene.sandbox.channels;
    const path = 'property analytics';
    expect(await owner.autocomplete(general, path, { tag: '' }, 'tag')).toEqual([]);
  });
});
