import { AuditLogEvent, ChannelType, OverwriteType, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createExecutor,
  createWatchExecutor,
} from '../../../../../src/bot/acting/actions/executor.ts';
import { systemClock } from '../../../../../src/shared/clock.ts';
import type { ModeratorAction } from '../../../../../src/bot/domain/case.ts';
import type { Action } from '../../../../../src/bot/domain/effects.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { Executor } from '../../../../../src/bot/domain/ports.ts';
import { connectToSandbox, stepsOf, type Connected, type ContextOverrides } from '../../fixture.ts';
import type { DecidingRule } from '../../../../../src/bot/domain/policy/rules.ts';
import { rendered } from '../../../../helpers/renderer.ts';

const HOUR_MS = 60 * 60_000;

const preset = (id: string): DecidingRule => ({ of: 'preset', preset: 'normal', id });

describe('the executors', () => {
  let bot: Connected;
  let enforce: Executor;
  let watch: Executor;

  beforeAll(async () => {
    bot = await connectToSandbox();
    const deps = { client: bot.gateway.client, clock: systemClock };
    enforce = createExecutor(deps);
    watch = createWatchExecutor(deps);
  });
  afterAll(() => bot.stop());
  afterEach(() => bot.sandbox.faults.clear());

  const action = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });
  const guild = () => {
    const state = bot.sandbox.world.state.guilds.get(bot.sandbox.guildId);
    if (state === undefined) throw new Error('no guild');
    return state;
  };
  const member = (id: string) => guild().members.get(id);
  const by = (authorId: string, overrides: ContextOverrides['record'] = {}): ContextOverrides => ({
    record: {
      author: { id: authorId, name: 'someone', kind: 'person', usedBy: null, joinedAt: null },
      ...overrides,
    },
  });
  const lastAudit = (type: AuditLogEvent) =>
    guild().auditLog.findLast((entry) => entry.action_type === type);

  /** Runs without one of the bot's permissions, then restores it. */
  async function without<T>(permission: bigint, run: () => Promise<T>): Promise<T> {
    const { world, guildId, roles } = bot.sandbox;
    const roleId = roles.Portcullis;
    const cached = () => bot.gateway.client.guilds.cache.get(guildId)?.roles.cache.get(roleId);
    const before = cached()?.permissions.bitfield ?? 0n;
    const set = async (permissions: bigint): Promise<void> => {
      world.roles.update({ guildId, roleId }, { permissions }, action());
      await vi.waitFor(() => expect(cached()?.permissions.bitfield).toBe(permissions));
    };
    await set(before & ~permission);
    try {
      return await run();
    } finally {
      await set(before);
    }
  }

  describe('deleting', () => {
    it('deletes the message', async () => {
      const messageId = bot.post('rude');
      const context = bot.context({ record: { messageId, rule: preset('delete') } });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toEqual({
        status: 'done',
        at: expect.any(Number),
      });
      const channel = bot.sandbox.world.state.channels.get(bot.sandbox.channels.general);
      expect(channel?.messages.get(messageId)).toBeUndefined();
    });

    it('counts a message that is gone already as deleted', async () => {
      const context = bot.context({ record: { messageId: '100000000000000000' } });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'done',
        detail: 'The message was already deleted.',
      });
    });

    it('counts a message whose channel is gone as deleted', async () => {
      const context = bot.context({
        record: { messageId: bot.post('x'), channelId: '100000000000000000' },
      });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'done',
        detail: expect.stringContaining('channel and its messages'),
      });
    });

    it('deletes the whole post with its first message, because the title would remain', async () => {
      const { world, channels, members } = bot.sandbox;
      const message = { authorId: members.bob.id, content: 'text' };
      const post = { name: 'Rude title', message };
      const { thread } = world.threads.startPost(channels['help-forum'], post, action());
      const context = bot.context({ record: { channelId: thread.id, messageId: thread.id } });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'done',
        detail: 'The whole post was deleted, because its title is part of the message.',
      });
      expect(world.state.channels.has(thread.id)).toBe(false);
      const again = { ...context, resumed: true };
      expect(rendered(await enforce.execute({ kind: 'delete' }, again))).toMatchObject({
        status: 'done',
      });
    });

    it('names “Manage Threads” and the forum when it may not delete a post', async () => {
      const { world, channels, members } = bot.sandbox;
      const message = { authorId: members.bob.id, content: 'text' };
      const post = { name: 'Rude title', message };
      const { thread } = world.threads.startPost(channels['help-forum'], post, action());
      await vi.waitFor(() => expect(bot.gateway.client.channels.cache.has(thread.id)).toBe(true));
      const context = bot.context({ record: { channelId: thread.id, messageId: thread.id } });
      const outcome = await without(PermissionFlagsBits.ManageThreads, () =>
        enforce.execute({ kind: 'delete' }, context),
      );
      expect(rendered(outcome)).toMatchObject({
        status: 'refused',
        code: null,
        reason: 'The bot lacks the permission “Manage Threads” in #help-forum.',
      });
    });

    /** A thread that was started from no message, and the message by which Discord announces it. */
    async function announcedThread() {
      const { world, channels, members } = bot.sandbox;
      const thread = world.threads.start(
        channels.general,
        { name: 'Rude title', type: ChannelType.PublicThread },
        { byUserId: members.alice.id, reason: null },
      );
      const general = world.state.channels.get(channels.general);
      const messages = [...(general?.messages.values() ?? [])];
      const messageId =
        messages.find(({ message_reference: to }) => to?.channel_id === thread.id)?.id ?? '';
      await vi.waitFor(() => expect(bot.gateway.client.channels.cache.has(thread.id)).toBe(true));
      const context = bot.context({ record: { messageId }, text: 'Rude title' });
      return { threadId: thread.id, messageId, context };
    }

    it('tries a deletion in a thread whose channel is unknown', async () => {
      const { world, channels, guildId } = bot.sandbox;
      const start = { name: 'orphan', type: ChannelType.PublicThread } as const;
      const thread = world.threads.start(channels.random, start, action());
      const messageId = bot.post('rude', { channelId: thread.id });
      const { client } = bot.gateway;
      const guildCache = client.guilds.cache.get(guildId)?.channels.cache;
      await vi.waitFor(() => expect(client.channels.cache.has(thread.id)).toBe(true));
      const parent = guildCache?.get(channels.random);
      guildCache?.delete(channels.random);
      const context = bot.context({ record: { channelId: thread.id, messageId } });
      const outcome = await enforce.execute({ kind: 'delete' }, context);
      if (parent !== undefined) guildCache?.set(parent.id, parent);
      expect(rendered(outcome)).toMatchObject({ status: 'done' });
    });

    it('deletes the thread with the message that announces it', async () => {
      const { threadId, messageId, context } = await announcedThread();
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'done',
        detail: expect.stringContaining('same title was deleted'),
      });
      const { channels } = bot.sandbox.world.state;
      expect(channels.has(threadId)).toBe(false);
      expect(channels.get(bot.sandbox.channels.general)?.messages.get(messageId)).toBeUndefined();
    });

    it('reports that the announced thread still exists', async () => {
      const { threadId, messageId, context } = await announcedThread();
      const outcome = await without(PermissionFlagsBits.ManageThreads, () =>
        enforce.execute({ kind: 'delete' }, context),
      );
      expect(rendered(outcome)).toMatchObject({
        status: 'done',
        detail: expect.stringContaining('still exists'),
      });
      const { channels } = bot.sandbox.world.state;
      expect(channels.has(threadId)).toBe(true);
      expect(channels.get(bot.sandbox.channels.general)?.messages.get(messageId)).toBeUndefined();
    });

    it.each<[string, bigint, boolean]>([
      ['leaves it standing for a moderator who may not delete threads', 0n, true],
      ['deletes it for a moderator who may', PermissionFlagsBits.ManageThreads, false],
    ])('%s', async (_name, permissions, stands) => {
      const { world, guildId } = bot.sandbox;
      const role = world.roles.create(
        guildId,
        { name: 'Helper', position: 1, permissions },
        action(),
      );
      const by = { id: bot.join('helper', [role.id]), name: 'helper' };
      const { threadId, messageId, context } = await announcedThread();
      const moderatorAction: ModeratorAction = {
        kind: 'delete',
        by,
        at: 1,
        reason: null,
        steps: [],
        endedAt: null,
      };
      const outcome = await enforce.execute({ kind: 'delete' }, { ...context, moderatorAction });
      expect(rendered(outcome)).toMatchObject({
        status: 'done',
        detail: expect.stringContaining(
          stands ? 'the moderator who deleted the message lacks' : 'deleted',
        ),
      });
      const { channels } = world.state;
      expect(channels.has(threadId)).toBe(stands);
      expect(channels.get(bot.sandbox.channels.general)?.messages.get(messageId)).toBeUndefined();
    });

    it('leaves alone the threads of the author that the message does not announce', async () => {
      const { threadId } = await announcedThread();
      const context = bot.context({ record: { messageId: bot.post('rude') }, text: 'rude' });
      const outcome = await enforce.execute({ kind: 'delete' }, context);
      expect(rendered(outcome)).toEqual({ status: 'done', at: expect.any(Number) });
      expect(bot.sandbox.world.state.channels.has(threadId)).toBe(true);
    });

    it('names the permission, the role and the channel when it may not, and does not ask Discord', async () => {
      const { world, channels, roles } = bot.sandbox;
      const overwrite = {
        id: roles.Portcullis,
        type: OverwriteType.Role,
        allow: '0',
        deny: PermissionFlagsBits.ManageMessages.toString(),
      };
      world.channels.setOverwrite(channels.random, overwrite, action());
      const cached = bot.gateway.client.channels.cache.get(channels.random);
      await vi.waitFor(() => {
        if (cached === undefined || !('permissionOverwrites' in cached)) {
          throw new Error('no channel');
        }
        expect(cached.permissionOverwrites.cache.has(roles.Portcullis)).toBe(true);
      });
      const messageId = bot.post('rude', { channelId: channels.random });
      const context = bot.context({ record: { messageId, channelId: channels.random } });
      const expected = {
        status: 'refused',
        code: null,
        reason: 'The bot lacks the permission “Manage Messages” in #random.',
        fix: expect.stringContaining('“Portcullis”'),
      };
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject(expected);
      expect(rendered(await watch.execute({ kind: 'delete' }, context))).toMatchObject(expected);
    });
  });

  describe('timing out', () => {
    it('times the author out for the length of the policy', async () => {
      const id = bot.join('loud');
      const context = bot.context({
        ...by(id),
        policy: { ...defaultPolicy, timeoutSeconds: 3600 },
      });
      expect(rendered(await enforce.execute({ kind: 'timeout' }, context))).toMatchObject({
        status: 'done',
      });
      const until = Date.parse(member(id)?.communication_disabled_until ?? '');
      expect(until).toBeGreaterThan(Date.now() + HOUR_MS - 10_000);
      expect(until).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    });

    it('prefers the rule’s length to the policy’s, up to 28 days', async () => {
      const id = bot.join('louder');
      const action: Action = { kind: 'timeout', seconds: 28 * 24 * 3600 };
      expect(rendered(await enforce.execute(action, bot.context(by(id))))).toMatchObject({
        status: 'done',
      });
      const until = Date.parse(member(id)?.communication_disabled_until ?? '');
      expect(until).toBeGreaterThan(Date.now() + 27.9 * 24 * HOUR_MS);
    });

    it('does not give a timeout again that an earlier process gave', async () => {
      const id = bot.join('loudest');
      const target = { guildId: bot.sandbox.guildId, userId: id };
      const openedAt = Date.now() - 60_000;
      const until = new Date(openedAt + defaultPolicy.timeoutSeconds * 1000 + 1).toISOString();
      bot.sandbox.world.members.update(target, { communication_disabled_until: until }, action());
      const context = bot.context({ ...by(id, { openedAt }), resumed: true });
      expect(rendered(await enforce.execute({ kind: 'timeout' }, context))).toMatchObject({
        status: 'done',
        detail: expect.stringContaining('already'),
      });
      expect(member(id)?.communication_disabled_until).toBe(until);
    });

    it('extends a shorter timeout that somebody else gave, also after a restart', async () => {
      const id = bot.join('loud-twice');
      const target = { guildId: bot.sandbox.guildId, userId: id };
      const until = new Date(Date.now() + 60_000).toISOString();
      bot.sandbox.world.members.update(target, { communication_disabled_until: until }, action());
      const context = bot.context({ ...by(id), resumed: true });
      expect(rendered(await enforce.execute({ kind: 'timeout' }, context))).toEqual({
        status: 'done',
        at: expect.any(Number),
        until: expect.any(Number),
      });
      const given = Date.parse(member(id)?.communication_disabled_until ?? '');
      expect(given).toBeGreaterThan(Date.now() + 500_000);
    });

    it('names both roles when the author is above the bot', async () => {
      const context = bot.context(by(bot.sandbox.members.overlord.id));
      const expected = {
        status: 'refused',
        code: null,
        reason: "The member's role “Above” is not below the bot's role “Portcullis”.",
        fix: 'Move “Portcullis” above “Above” (Server Settings → Roles).',
      };
      expect(rendered(await enforce.execute({ kind: 'timeout' }, context))).toMatchObject(expected);
      expect(rendered(await watch.execute({ kind: 'timeout' }, context))).toMatchObject(expected);
    });

    it('says that someone who has left cannot be timed out', async () => {
      const id = bot.join('fleeting');
      bot.sandbox.world.members.leave({ guildId: bot.sandbox.guildId, userId: id });
      await vi.waitFor(() => {
        const guild = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
        expect(guild?.members.cache.has(id)).toBe(false);
      });
      expect(
        rendered(await enforce.execute({ kind: 'timeout' }, bot.context(by(id)))),
      ).toMatchObject({
        status: 'refused',
        reason: 'The member has left the server.',
      });
      expect(rendered(await enforce.execute({ kind: 'kick' }, bot.context(by(id))))).toMatchObject({
        status: 'done',
        detail: 'The member had already left.',
      });
    });
  });

  describe('kicking and banning', () => {
    it('kicks the author', async () => {
      const id = bot.join('kicked');
      const context = bot.context(by(id, { number: 3, rule: preset('kick') }));
      expect(rendered(await enforce.execute({ kind: 'kick' }, context))).toMatchObject({
        status: 'done',
      });
      expect(member(id)).toBeUndefined();
      expect(lastAudit(AuditLogEvent.MemberKick)?.reason).toBe(
        'Portcullis case #3: kick (preset: normal)',
      );
    });

    it('bans the author and deletes their recent messages', async () => {
      const id = bot.join('banned');
      const messageId = bot.post('spam', { authorId: id });
      const action: Action = { kind: 'ban', deleteMessageSeconds: 3600 };
      expect(rendered(await enforce.execute(action, bot.context(by(id))))).toMatchObject({
        status: 'done',
      });
      expect(guild().bans.has(id)).toBe(true);
      const channel = bot.sandbox.world.state.channels.get(bot.sandbox.channels.general);
      expect(channel?.messages.get(messageId)).toBeUndefined();
    });

    it('can repeat a ban', async () => {
      const id = bot.join('banned-twice');
      await enforce.execute({ kind: 'ban' }, bot.context(by(id)));
      const again = bot.context({ ...by(id), resumed: true });
      expect(rendered(await enforce.execute({ kind: 'ban' }, again))).toMatchObject({
        status: 'done',
      });
    });

    it('explains that nobody can act on the owner', async () => {
      const context = bot.context(by(bot.sandbox.members.owner.id));
      expect(rendered(await enforce.execute({ kind: 'ban' }, context))).toMatchObject({
        status: 'refused',
        reason: expect.stringContaining('owns this server'),
      });
    });

    it('names the permission that is missing', async () => {
      const context = bot.context(by(bot.sandbox.members.bob.id));
      const outcome = await without(PermissionFlagsBits.BanMembers, () =>
        enforce.execute({ kind: 'ban' }, context),
      );
      expect(rendered(outcome)).toMatchObject({
        status: 'refused',
        code: null,
        fix: 'Turn on “Ban Members” for the role “Portcullis” (Server Settings → Roles).',
      });
    });
  });

  describe('roles', () => {
    it('gives and takes a role', async () => {
      const id = bot.join('roled');
      const roleId = bot.sandbox.roles.Trusted;
      const context = bot.context(by(id));
      expect(rendered(await enforce.execute({ kind: 'addRole', roleId }, context))).toMatchObject({
        status: 'done',
      });
      expect(member(id)?.roles).toEqual([roleId]);
      expect(
        rendered(await enforce.execute({ kind: 'removeRole', roleId }, context)),
      ).toMatchObject({
        status: 'done',
      });
      expect(member(id)?.roles).toEqual([]);
    });

    it('names both roles when the role to give is above the bot’s', async () => {
      const action: Action = { kind: 'addRole', roleId: bot.sandbox.roles.Above };
      expect(rendered(await enforce.execute(action, bot.context()))).toMatchObject({
        status: 'refused',
        fix: 'Move “Portcullis” above “Above” (Server Settings → Roles).',
      });
    });

    it('says that the role of the rule does not exist', async () => {
      const action: Action = { kind: 'addRole', roleId: '100000000000000000' };
      expect(rendered(await enforce.execute(action, bot.context()))).toMatchObject({
        status: 'refused',
        fix: 'Choose another role.',
      });
    });
  });

  describe('notices', () => {
    const dmsOf = (userId: string) => {
      const { world, botId } = bot.sandbox;
      return [...world.users.openDm(botId, userId).messages.values()];
    };

    it('tells the author what happened, without pinging anybody', async () => {
      const id = bot.join('noticed');
      const done = { status: 'done', at: 0 } as const;
      const context = bot.context({
        ...by(id, {
          number: 7,
          steps: [
            { effect: { kind: 'delete' }, outcome: done },
            { effect: { kind: 'timeout' }, outcome: done },
            ...stepsOf({ kind: 'notice' }),
          ],
        }),
        text: 'you **all** @everyone',
      });
      expect(rendered(await enforce.execute({ kind: 'notice' }, context))).toMatchObject({
        status: 'done',
      });
      const [message] = dmsOf(id);
      expect(message?.embeds[0]).toMatchObject({
        title: 'About your message on Portcullis Sandbox',
        description: expect.stringMatching(/#general on \*\*Portcullis Sandbox\*\*.*case #7/s),
        footer: { text: 'Case #7 · Portcullis Sandbox' },
      });
      expect(message?.embeds[0]?.fields).toEqual([
        expect.objectContaining({
          value: 'Your message was deleted.\nYou can read but not write there for 10 minutes.',
        }),
        expect.objectContaining({ value: '> you \\*\\*all\\*\\* \\@everyone' }),
      ]);
      expect(message?.mention_everyone).toBe(false);
    });

    it.each<[name: 'overlord' | 'bob', told: boolean]>([
      ['overlord', false],
      ['bob', true],
    ])('speaks of the ban of %s only if it can come (%s)', async (name, told) => {
      const { id } = bot.sandbox.members[name];
      const context = bot.context(by(id, { steps: stepsOf({ kind: 'notice' }, { kind: 'ban' }) }));
      await enforce.execute({ kind: 'notice' }, context);
      const notice = JSON.stringify(dmsOf(id).at(-1)?.embeds);
      expect(notice.includes('You were banned')).toBe(told);
    });

    it('does not repeat the title of a forum post', async () => {
      const id = bot.join('titled');
      const { world, channels } = bot.sandbox;
      const post = { name: 'Rude title', message: { authorId: id, content: 'text' } };
      const { thread } = world.threads.startPost(channels['help-forum'], post, action());
      await vi.waitFor(() => expect(bot.gateway.client.channels.cache.has(thread.id)).toBe(true));
      const context = bot.context(by(id, { channelId: thread.id, messageId: thread.id }));
      await enforce.execute({ kind: 'notice' }, context);
      expect(dmsOf(id)[0]?.embeds[0]?.description).toContain('message in a thread on');
    });

    it('is refused when direct messages are closed, and nothing waits for it', async () => {
      const context = bot.context(by(bot.sandbox.members.dave.id));
      expect(rendered(await enforce.execute({ kind: 'notice' }, context))).toMatchObject({
        status: 'refused',
        code: 50007,
        reason: expect.stringContaining('does not accept direct messages'),
      });
    });

    it('is sent once, however often it is tried', async () => {
      const id = bot.join('noticed-once');
      const context = bot.context(by(id));
      await enforce.execute({ kind: 'notice' }, context);
      await enforce.execute({ kind: 'notice' }, context);
      await enforce.execute({ kind: 'notice' }, { ...context, resumed: true });
      expect(dmsOf(id)).toHaveLength(1);
    });

    it('that was sent before a restart is found after its nonce has expired', async () => {
      const id = bot.join('noticed-before');
      const { world, botId } = bot.sandbox;
      const context = bot.context(by(id));
      await enforce.execute({ kind: 'notice' }, context);
      const [sent] = dmsOf(id);
      const dm = world.users.openDm(botId, id);
      world.messages.delete({ channelId: dm.id, messageId: sent?.id ?? '' }, action());
      const { embeds = [] } = sent ?? {};
      world.messages.create(dm.id, { authorId: botId, embeds });
      await enforce.execute({ kind: 'notice' }, { ...context, resumed: true });
      expect(dmsOf(id)).toHaveLength(1);
    });

    it('does not wait for a long rate limit on opening direct messages', async () => {
      const fault = { route: 'POST /users/@me/channels', retryAfterSeconds: 600 };
      bot.sandbox.faults.rateLimitNext(fault);
      const context = bot.context(by(bot.join('one-too-many')));
      expect(await enforce.execute({ kind: 'notice' }, context)).toEqual({
        status: 'unavailable',
        reason: expect.stringContaining('limits how many direct message channels'),
        retryAfterMs: expect.closeTo(600_000, -4),
      });
    });
  });

  describe('while Discord has problems', () => {
    it('is unavailable after errors of Discord’s servers', async () => {
      bot.sandbox.faults.failNext({ route: 'PUT /guilds/:id/bans/:id', status: 503, times: 10 });
      const context = bot.context(by(bot.join('spared')));
      expect(rendered(await enforce.execute({ kind: 'ban' }, context))).toEqual({
        status: 'unavailable',
        reason: 'Discord answered 503.',
      });
    });

    it('retries brief errors', async () => {
      bot.sandbox.faults.failNext({ route: 'PUT /guilds/:id/bans/:id', status: 502 });
      const context = bot.context(by(bot.join('not-spared')));
      expect(rendered(await enforce.execute({ kind: 'ban' }, context))).toMatchObject({
        status: 'done',
      });
    });

    it('waits out a rate limit', async () => {
      const fault = { route: 'DELETE /channels/:id/messages/:id', retryAfterSeconds: 0.05 };
      bot.sandbox.faults.rateLimitNext(fault);
      const context = bot.context({ record: { messageId: bot.post('rude') } });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'done',
      });
    });

    it('knows that it is no longer in a guild', async () => {
      const context = bot.context({ record: { guildId: '100000000000000000' } });
      expect(rendered(await enforce.execute({ kind: 'delete' }, context))).toMatchObject({
        status: 'refused',
        reason: 'The bot is no longer in this server.',
      });
    });
  });

  it('only records what it would do while the bot only watches', async () => {
    const id = bot.join('watched');
    const messageId = bot.post('rude', { authorId: id });
    const context = bot.context(by(id, { messageId }));
    const kinds: Action[] = [
      { kind: 'delete' },
      { kind: 'notice' },
      { kind: 'timeout' },
      { kind: 'ban' },
    ];
    for (const action of kinds) {
      expect(rendered(await watch.execute(action, context))).toEqual({
        status: 'watched',
        at: expect.any(Number),
      });
    }
    expect(member(id)?.communication_disabled_until ?? null).toBeNull();
    expect(bot.sandbox.world.users.openDm(bot.sandbox.botId, id).messages.size).toBe(0);
    const channel = bot.sandbox.world.state.channels.get(bot.sandbox.channels.general);
    expect(channel?.messages.get(messageId)).toBeDefined();
  });
});
