import { createServer } from 'node:http';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import {
  ApplicationFlags,
  ChannelType,
  GatewayDispatchEvents,
  OverwriteType,
  PermissionFlagsBits,
  type Client,
} from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inviteUrl } from '../../../../src/bot/gateway/invite.ts';
import { createGateway, type GatewayDeps } from '../../../../src/bot/gateway/gateway.ts';
import type { GatewayHandlers } from '../../../../src/bot/gateway/handlers.ts';
import { createInvalidRequestLimit } from '../../../../src/bot/rest/invalid-requests.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { createDeferred } from '../../../helpers/deferred.ts';
import { connectToSandbox, NO_MAIL, type Connected } from '../fixture.ts';

const deaf: GatewayHandlers = {
  onMessage: () => {},
  onText: () => {},
  mail: NO_MAIL,
  onGuildAvailable: () => {},
  onDeleted: () => undefined,
  onMissed: () => {},
  onThreadsOpened: () => {},
  onGuildJoined: () => undefined,
  onGuildRemoved: () => {},
  onEnded: () => {},
};

describe('a connected gateway', () => {
  let bot: Connected;

  beforeAll(async () => {
    bot = await connectToSandbox();
  });
  afterAll(() => bot.stop());

  const snapshotOf = (messageId: string) =>
    vi.waitFor(() => {
      const found = bot.snapshots.findLast((snapshot) => snapshot.messageId === messageId);
      if (found === undefined) throw new Error('not there yet');
      return found;
    });

  it('reports every guild at the start, with the channels that have messages', () => {
    const { channels, guildId } = bot.sandbox;
    const ids = bot.available[0]?.channels.map(({ id }) => id);
    expect(bot.available[0]?.guildId).toBe(guildId);
    expect(ids).toEqual(
      expect.arrayContaining([channels.general, channels['mod-alerts'], channels.Lounge]),
    );
    expect(ids).not.toContain(channels['help-forum']);
    expect(ids).not.toContain(channels['Text Channels']);
  });

  it('reports when the bot joined a guild', () => {
    const { world, guildId, botId } = bot.sandbox;
    const joinedAt = world.state.guilds.get(guildId)?.members.get(botId)?.joined_at ?? '';
    expect(bot.available[0]?.joinedAt).toBe(Date.parse(joinedAt));
  });

  it('gives a message as a snapshot', async () => {
    const { sandbox } = bot;
    const messageId = bot.post('hello there');
    const { guilds } = sandbox.world.state;
    const alice = guilds.get(sandbox.guildId)?.members.get(sandbox.members.alice.id);
    expect(await snapshotOf(messageId)).toEqual({
      subject: 'message',
      messageId,
      guildId: sandbox.guildId,
      channelId: sandbox.channels.general,
      parentIds: [sandbox.channels['Text Channels']],
      isAgeRestricted: false,
      author: {
        id: sandbox.members.alice.id,
        name: 'Alice',
        kind: 'person',
        rank: 'member',
        roleIds: [],
        usedBy: null,
        joinedAt: Date.parse(alice?.joined_at ?? ''),
      },
      parts: [{ kind: 'content', text: 'hello there' }],
      files: [],
      recordings: [],
      posting: { placeId: sandbox.channels.general, isAnswer: false, pictures: [] },
      pictures: [],
      previousMessageId: expect.toSatisfy((id) => id === null || typeof id === 'string'),
      announcedThreadId: null,
      editedAt: null,
    });
  });

  it('names the previous message in the same channel', async () => {
    const first = bot.post('the first');
    bot.post('elsewhere', { channelId: bot.sandbox.channels.random });
    expect((await snapshotOf(bot.post('the second'))).previousMessageId).toBe(first);
  });

  it('gives an edit, with its time', async () => {
    const channelId = bot.sandbox.channels.general;
    const messageId = bot.post('before');
    bot.sandbox.world.messages.edit({ channelId, messageId }, { content: 'after' });
    await vi.waitFor(async () => {
      const { parts, editedAt } = await snapshotOf(messageId);
      expect(parts).toEqual([{ kind: 'content', text: 'after' }]);
      expect(editedAt).toBeGreaterThan(Date.now() - 60_000);
    });
  });

  it('distinguishes owner, moderator and member in any channel', async () => {
    const { members } = bot.sandbox;
    const rankOf = async (authorId: string) =>
      (await snapshotOf(bot.post('hi', { authorId }))).author.rank;
    expect(await rankOf(members.owner.id)).toBe('owner');
    expect(await rankOf(members.moderator.id)).toBe('moderator');
    expect(await rankOf(members.overlord.id)).toBe('member');
    expect(await rankOf(members.trusted.id)).toBe('member');
  });

  it('distinguishes itself, other bots and people', async () => {
    const kind = async (authorId: string) =>
      (await snapshotOf(bot.post('beep', { authorId }))).author.kind;
    expect(await kind(bot.sandbox.botId)).toBe('self');
    expect(await kind(bot.sandbox.members['helper-bot'].id)).toBe('bot');
  });

  it('gives a forum post with its title and all the channels round it', async () => {
    const { world, channels, members } = bot.sandbox;
    const action = { byUserId: members.bob.id, reason: null };
    const { thread } = world.threads.startPost(
      channels['help-forum'],
      { name: 'A rude title', message: { authorId: members.bob.id, content: 'and a text' } },
      action,
    );
    const snapshot = await snapshotOf(thread.id);
    expect(snapshot.parts).toEqual([
      { kind: 'thread title', text: 'A rude title' },
      { kind: 'content', text: 'and a text' },
    ]);
    expect(snapshot.parentIds).toEqual([channels['help-forum'], channels['Text Channels']]);
  });

  it('does not judge an old message again because it was pinned', async () => {
    const { world, channels, members } = bot.sandbox;
    const old = storeOldMessage(bot, 2 * 60 * 60_000);
    const before = bot.snapshots.length;
    world.pins.add(
      { channelId: channels.general, messageId: old },
      { byUserId: members.moderator.id, reason: null },
    );
    await snapshotOf(bot.post('after the pin'));
    const seen = bot.snapshots.slice(before).filter(({ messageId }) => messageId === old);
    expect(seen).toEqual([]);
  });

  describe('when Discord leaves out who an author is in the guild', () => {
    const cachedMembers = () =>
      bot.gateway.client.guilds.cache.get(bot.sandbox.guildId)?.members.cache;
    const forget = () => void cachedMembers()?.delete(bot.sandbox.members.moderator.id);
    let ids = 1n;
    /** A message by the trusted member without `member`. */
    async function receive(overrides: object = {}, prepare = () => {}): Promise<string> {
      const { sandbox } = bot;
      const { id, payload } = messageBy(bot, sandbox.members.moderator.id);
      await snapshotOf(id);
      prepare();
      const messageId = String(BigInt(id) + (ids += 1n));
      const data = { ...payload, guild_id: sandbox.guildId, id: messageId, ...overrides };
      sandbox.faults.sendEvent(GatewayDispatchEvents.MessageCreate, data);
      return messageId;
    }

    it('uses cached authors', async () => {
      const { members, guildId } = bot.sandbox;
      await bot.gateway.client.guilds.cache.get(guildId)?.members.fetch(members.moderator.id);
      expect((await snapshotOf(await receive())).author.rank).toBe('moderator');
    });

    it('looks the author up before the message is judged', async () => {
      const messageId = await receive({}, forget);
      expect((await snapshotOf(messageId)).author.rank).toBe('moderator');
    });

    it('fetches the message again if the member lookup gets no response', async () => {
      const guild = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId);
      const fetch = vi.spyOn(guild?.members ?? fail(), 'fetch').mockRejectedValue(new Error('no'));
      const messageId = await receive({}, forget);
      const { channels, guildId } = bot.sandbox;
      const missed = { guildId, channelId: channels.general, messageId, editedAt: null };
      await vi.waitFor(() => expect(bot.missed.at(-1)).toEqual(missed));
      fetch.mockRestore();
      expect(bot.snapshots.some((snapshot) => snapshot.messageId === messageId)).toBe(false);
    });

    it('fetches an unreadable message again', async () => {
      const messageId = await receive({ author: undefined });
      await vi.waitFor(() => expect(bot.missed.at(-1)?.messageId).toBe(messageId));
    });
  });

  it('keeps no messages, and of people only a few', async () => {
    await snapshotOf(bot.post('not to be kept'));
    const client: Client = bot.gateway.client;
    const channel = client.channels.cache.get(bot.sandbox.channels.general);
    if (channel?.isTextBased() !== true) throw new Error('no such channel');
    expect(channel.messages.cache.size).toBe(0);
    const guild = client.guilds.cache.get(bot.sandbox.guildId);
    expect(guild?.members.me?.id).toBe(bot.sandbox.botId);
    expect(guild?.presences.cache.size).toBe(0);
  });

  it('reports a reopened thread, but not a new or archived one', async () => {
    const { threads } = bot.sandbox.world;
    const { general } = bot.sandbox.channels;
    const { alice } = bot.sandbox.members;
    const action = { byUserId: alice.id, reason: null };
    const thread = threads.start(
      general,
      { name: 'a thread', type: ChannelType.PublicThread },
      action,
    );
    const messageId = bot.post('in the thread', { channelId: thread.id });
    await snapshotOf(messageId);
    threads.update(thread.id, { archived: true }, action);
    await snapshotOf(bot.post('after that'));
    expect(bot.opened).toEqual([]);
    threads.update(thread.id, { archived: false }, action);
    await snapshotOf(bot.post('and after that'));
    const channels = [{ id: thread.id, lastMessageId: messageId }];
    expect(bot.opened).toEqual([{ guildId: bot.sandbox.guildId, channels }]);
  });

  it('reports guilds it is added to and removed from', async () => {
    const { world, members, botId } = bot.sandbox;
    const guild = world.guilds.create({ name: 'Second', ownerId: members.bob.id });
    const overwrite = { id: guild.id, type: OverwriteType.Role, allow: '0' };
    const add = (name: string, denied: bigint) =>
      world.channels.create(
        guild.id,
        {
          name,
          type: ChannelType.GuildText,
          permission_overwrites: [{ ...overwrite, deny: denied.toString() }],
        },
        { byUserId: members.bob.id, reason: null },
      ).id;
    const open = add('open', 0n);
    const hidden = add('hidden', PermissionFlagsBits.ViewChannel);
    world.members.add({ guildId: guild.id, userId: botId });
    const channels = await vi.waitFor(() => {
      const found = bot.available.find(({ guildId }) => guildId === guild.id);
      if (found === undefined) throw new Error('not there yet');
      return found.channels.map(({ id }) => id);
    });
    expect(channels).toContain(open);
    expect(channels).not.toContain(hidden);
    world.members.kick(
      { guildId: guild.id, userId: botId },
      { byUserId: members.bob.id, reason: null },
    );
    await vi.waitFor(() => expect(bot.removed).toEqual([guild.id]));
  });

  it('receives missed messages when its session resumes, without announcing the guilds again', async () => {
    const rounds = bot.available.length;
    bot.sandbox.faults.dropGateway();
    const messageId = bot.post('while you were away');
    await snapshotOf(messageId);
    expect(bot.available.length).toBe(rounds);
  });

  it('reports the guilds again after an invalid session', async () => {
    const rounds = bot.available.length;
    const members = bot.gateway.client.guilds.cache.get(bot.sandbox.guildId)?.members.cache;
    await snapshotOf(bot.post('known by this'));
    await vi.waitFor(() => expect(members?.has(bot.sandbox.members.alice.id)).toBe(true));
    bot.sandbox.faults.invalidateSessions(false);
    await vi.waitFor(() => expect(bot.available.length).toBe(rounds + 1), { timeout: 15_000 });
    // discord.js forgets other members, because their roles may have changed meanwhile.
    expect([...(members?.keys() ?? [])]).toEqual([bot.sandbox.botId]);
    expect(bot.available.at(-1)?.guildId).toBe(bot.sandbox.guildId);
  });

  it('reports a session that Discord ends permanently', async () => {
    bot.sandbox.faults.dropGateway(4004);
    await vi.waitFor(() => {
      expect(bot.ended[0]).toMatchObject({ code: 'discord_invalid_token' });
    });
  });
});

function fail(): never {
  throw new Error('no guild');
}

/** A message in #general as the REST API returns it: without the author's membership. */
function messageBy(bot: Connected, authorId: string) {
  const id = bot.post('template', { authorId });
  const { world, channels } = bot.sandbox;
  return { id, payload: world.state.channels.get(channels.general)?.messages.get(id) };
}

/** Adds an older message to #general without an event. */
function storeOldMessage(bot: Connected, ageMs: number): string {
  const { world, channels } = bot.sandbox;
  const channel = world.state.channels.get(channels.general);
  const template = channel?.messages.get(bot.post('template'));
  if (channel === undefined || template === undefined) throw new Error('no such channel');
  const id = String(BigInt(template.id) - (BigInt(ageMs) << 22n));
  channel.messages.set({ ...template, id, content: 'old and rude' });
  return id;
}

describe('logging in', () => {
  let sandbox: Sandbox;

  beforeAll(async () => {
    sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off' });
  });
  afterAll(() => sandbox.stop());
  afterEach(() => sandbox.faults.clear());

  const gatewayOn = (
    options: Partial<Pick<GatewayDeps, 'token' | 'apiUrl' | 'logger' | 'identify'>>,
  ) =>
    createGateway({
      shards: 'auto',
      identify: null,
      beforeRequest: async () => undefined,
      invalidRequests: createInvalidRequestLimit({
        clock: systemClock,
        logger: silentLogger,
        observe: () => undefined,
      }),
      token: sandbox.botToken,
      apiUrl: sandbox.apiUrl,
      clock: systemClock,
      logger: silentLogger,
      ...options,
    });

  it('says where to get a new token when the token is wrong', async () => {
    await expect(gatewayOn({ token: 'wrong' }).connect(deaf)).rejects.toMatchObject({
      code: 'discord_invalid_token',
      message: expect.stringMatching(/developer portal.*Bot → Reset Token.*DISCORD_TOKEN/s),
    });
  });

  it('does not connect again when it is closed while it waits for the session', async () => {
    const identified = createDeferred();
    let identifies = 0;
    const gateway = gatewayOn({
      async identify() {
        identifies += 1;
        identified.resolve();
      },
    });
    void gateway.connect(deaf).catch(() => undefined);
    await identified.promise;
    await setImmediate();
    await gateway.close();
    // discord.js would do so after half a second.
    await pause(1_500);
    expect(identifies).toBe(1);
  });

  it('names the intents that must be switched on, and where', async () => {
    const plain = sandbox.world.users.createBot({
      username: 'plain',
      ownerId: sandbox.members.owner.id,
      applicationFlags: ApplicationFlags.Embedded,
    });
    await expect(gatewayOn({ token: plain.token }).connect(deaf)).rejects.toMatchObject({
      code: 'discord_disallowed_intents',
      message: expect.stringMatching(
        /“Server Members Intent” and “Message Content Intent”.*Privileged Gateway Intents/s,
      ),
    });
  });

  it('has an invite link with the permissions it needs, and not Administrator', async () => {
    const newcomer = sandbox.world.users.createBot({
      username: 'newcomer',
      ownerId: sandbox.members.owner.id,
      applicationFlags:
        ApplicationFlags.GatewayMessageContentLimited | ApplicationFlags.GatewayGuildMembersLimited,
    });
    const gateway = gatewayOn({ token: newcomer.token });
    await gateway.connect(deaf);
    const { client } = gateway;
    if (!client.isReady()) throw new Error('the gateway is not ready');
    const query = new URL(inviteUrl(client)).searchParams;
    await gateway.close();
    expect(query.get('client_id')).toBe(newcomer.application?.id);
    const permissions = BigInt(query.get('permissions') ?? 0);
    expect(permissions & PermissionFlagsBits.ModerateMembers).not.toBe(0n);
    expect(permissions & PermissionFlagsBits.Administrator).toBe(0n);
  });

  it('reports that Discord cannot be reached at an address without a server', async () => {
    const nobody = createServer();
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve));
    const address = nobody.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await new Promise((resolve) => nobody.close(resolve));
    const apiUrl = `http://127.0.0.1:${address.port}/api`;
    await expect(gatewayOn({ apiUrl }).connect(deaf)).rejects.toMatchObject({
      code: 'discord_unreachable',
      message: expect.stringContaining(apiUrl),
    });
  });
});
