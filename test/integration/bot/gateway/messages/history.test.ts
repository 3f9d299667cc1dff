import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHistory } from '../../../../../src/bot/gateway/messages/history.ts';
import { DAY_MS, systemClock } from '../../../../../src/shared/clock.ts';
import { snowflakeAt } from '../../../../../src/shared/snowflake.ts';
import type { History } from '../../../../../src/bot/domain/ports.ts';
import { collect } from '../../../../helpers/collect.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';
import { connectToSandbox, type Connected } from '../../fixture.ts';

describe('history', () => {
  let bot: Connected;
  let history: History;
  const { logger, lines } = createLogSink('warn');

  beforeAll(async () => {
    bot = await connectToSandbox();
    history = createHistory({
      client: bot.gateway.client,
      editSearch: { maxAgeMs: DAY_MS, maxMessages: 350 },
      clock: systemClock,
      logger,
    });
  });
  afterAll(() => bot.stop());
  afterEach(() => bot.sandbox.faults.clear());

  const action = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

  const cachedMembers = () =>
    bot.gateway.client.guilds.cache.get(bot.sandbox.guildId)?.members.cache;
  const contents = async (messages: AsyncIterable<{ parts: readonly { text: string }[] }>) =>
    (await collect(messages)).map(({ parts }) => parts[0]?.text);

  it('returns the messages after a message, oldest first, over several pages', async () => {
    const channelId = await bot.addTextChannel('busy');
    bot.post('before', { channelId });
    const last = bot.post('the last one seen', { channelId });
    const texts = Array.from({ length: 205 }, (_, index) => `message ${index}`);
    for (const text of texts) bot.post(text, { channelId });
    expect(await contents(history.after(channelId, last))).toEqual(texts);
  });

  it('ends where a full page is the last', async () => {
    const channelId = await bot.addTextChannel('full-page');
    for (let index = 0; index < 100; index += 1) bot.post(`message ${index}`, { channelId });
    expect(await collect(history.after(channelId, '0'))).toHaveLength(100);
  });

  it('adds the rank of authors who are not cached', async () => {
    const { world, guildId, roles } = bot.sandbox;
    const channelId = await bot.addTextChannel('strangers');
    const moderator = bot.join('quiet-moderator', [roles.Moderator]);
    world.members.update({ guildId, userId: moderator }, { nick: 'Quiet' }, action());
    await vi.waitFor(() => expect(cachedMembers()?.get(moderator)?.nickname).toBe('Quiet'));
    const messageId = bot.post('hello', { channelId, authorId: moderator });
    // The live message caches the member again, so it must arrive before the cache is cleared.
    await vi.waitFor(() => expect(bot.snapshots.at(-1)?.messageId).toBe(messageId));
    await new Promise(setImmediate);
    cachedMembers()?.delete(moderator);
    expect(await collect(history.after(channelId, '0'))).toMatchObject([
      { author: { name: 'Quiet', rank: 'moderator', roleIds: [roles.Moderator] } },
    ]);
  });

  it('treats an author who left as a member without roles', async () => {
    const { world, guildId, roles } = bot.sandbox;
    const channelId = await bot.addTextChannel('leavers');
    const userId = bot.join('leaver', [roles.Moderator]);
    bot.post('bye', { channelId, authorId: userId });
    world.members.leave({ guildId, userId });
    await vi.waitFor(() => expect(cachedMembers()?.has(userId)).toBe(false));
    expect(await collect(history.after(channelId, '0'))).toMatchObject([
      { author: { id: userId, kind: 'person', rank: 'member', roleIds: [] } },
    ]);
  });

  it('gives the same snapshot as the gateway does', async () => {
    const messageId = bot.post('one and the same', { authorId: bot.sandbox.members.trusted.id });
    const live = await vi.waitFor(() => {
      const found = bot.snapshots.find((snapshot) => snapshot.messageId === messageId);
      if (found === undefined) throw new Error('not there yet');
      return found;
    });
    // Discord does not say what preceded it.
    expect(await history.message(bot.sandbox.channels.general, messageId)).toEqual({
      ...live,
      previousMessageId: null,
      announcedThreadId: null,
    });
  });

  it('ends at once, with a line in the log, where the bot may not read', async () => {
    const channelId = await bot.addTextChannel('unread', PermissionFlagsBits.ReadMessageHistory);
    bot.post('secret', { channelId });
    expect(await collect(history.after(channelId, '0'))).toEqual([]);
    expect(lines.some((line) => line.includes(channelId))).toBe(true);
  });

  it('ends at once in a thread whose channel is unknown', async () => {
    const { world, channels } = bot.sandbox;
    const thread = world.threads.start(
      channels.random,
      { name: 'orphan', type: ChannelType.PublicThread },
      action(),
    );
    const { client } = bot.gateway;
    const guildCache = client.guilds.cache.get(bot.sandbox.guildId)?.channels.cache;
    await vi.waitFor(() => expect(client.channels.cache.has(thread.id)).toBe(true));
    const parent = guildCache?.get(channels.random);
    guildCache?.delete(channels.random);
    const found = await collect(history.after(thread.id, '0'));
    if (parent !== undefined) guildCache?.set(parent.id, parent);
    expect(found).toEqual([]);
    expect(lines.some((line) => line.includes(thread.id))).toBe(true);
  });

  it('ends at once in a channel that is gone', async () => {
    expect(await collect(history.after('100000000000000000', '0'))).toEqual([]);
  });

  it('reads a thread that it has to look up first', async () => {
    const { world, channels, members } = bot.sandbox;
    const post = {
      name: 'Old post',
      message: { authorId: members.bob.id, content: 'in the post' },
    };
    const { thread } = world.threads.startPost(channels['help-forum'], post, action());
    await vi.waitFor(() => expect(bot.gateway.client.channels.cache.has(thread.id)).toBe(true));
    bot.gateway.client.channels.cache.delete(thread.id);
    const [snapshot] = await collect(history.after(thread.id, '0'));
    expect(snapshot).toMatchObject({
      channelId: thread.id,
      parts: [{ kind: 'thread title' }, { kind: 'content', text: 'in the post' }],
    });
  });

  it('returns only messages edited since then', async () => {
    const channelId = await bot.addTextChannel('edits');
    bot.post('never edited', { channelId });
    const messageId = bot.post('before', { channelId });
    const since = Date.now() - 1000;
    bot.sandbox.world.messages.edit({ channelId, messageId }, { content: 'after' });
    expect(await contents(history.edited(channelId, since))).toEqual(['after']);
    expect(await contents(history.edited(channelId, Date.now() + 60_000))).toEqual([]);
  });

  it('finds an edit behind 300 newer messages, but not beyond the configured number', async () => {
    const channelId = await bot.addTextChannel('many-newer');
    const [beyond, within] = ['beyond', 'within'].map((text) => bot.post(text, { channelId }));
    const since = Date.now() - 1000;
    for (const messageId of [beyond, within]) {
      bot.sandbox.world.messages.edit({ channelId, messageId: messageId ?? '' }, { content: 'x' });
    }
    for (let index = 0; index < 349; index += 1) bot.post(`message ${index}`, { channelId });
    const found = await collect(history.edited(channelId, since));
    expect(found.map(({ messageId }) => messageId)).toEqual([within]);
  });

  it('does not search messages older than the configured age for edits', async () => {
    const channelId = await bot.addTextChannel('old-edits');
    const channel = bot.sandbox.world.state.channels.get(channelId);
    const template = channel?.messages.get(bot.post('template', { channelId }));
    if (channel === undefined || template === undefined) throw new Error('no such channel');
    const edited = { ...template, edited_timestamp: new Date().toISOString() };
    const idAt = (hours: number) => snowflakeAt(Date.now() - hours * 60 * 60_000);
    for (const hours of [25, 23]) channel.messages.set({ ...edited, id: idAt(hours) });
    const found = await collect(history.edited(channelId, 0));
    expect(found).toHaveLength(1);
    expect(Number(found[0]?.messageId)).toBeGreaterThan(Number(idAt(24)));
  });

  it('does not depend on the order of a page', async () => {
    const channelId = await bot.addTextChannel('unordered');
    const texts = Array.from({ length: 150 }, (_, index) => `message ${index}`);
    for (const text of texts) bot.post(text, { channelId });
    const { rest } = bot.gateway.client;
    const get = rest.get.bind(rest);
    const shuffled = vi.spyOn(rest, 'get').mockImplementation(async (route, options) => {
      const answer = await get(route, options);
      return Array.isArray(answer) ? answer.toReversed() : answer;
    });
    expect(await contents(history.after(channelId, '0'))).toEqual(texts);
    shuffled.mockRestore();
  });

  it('skips a malformed message with a log line', async () => {
    const channelId = await bot.addTextChannel('malformed');
    const id = bot.post('without an author', { channelId });
    bot.post('readable', { channelId });
    const { rest } = bot.gateway.client;
    const get = rest.get.bind(rest);
    const spoiled = vi.spyOn(rest, 'get').mockImplementation(async (route, options) => {
      const answer = await get(route, options);
      if (!Array.isArray(answer)) return answer;
      return [null, ...answer.map((one) => (one.id === id ? { ...one, author: null } : one))];
    });
    expect(await contents(history.after(channelId, '0'))).toEqual(['readable']);
    spoiled.mockRestore();
    expect(lines.filter((line) => line.includes(id))).toHaveLength(1);
  });

  it('returns the current state of a message, and null once it is gone', async () => {
    const { channels, world } = bot.sandbox;
    const messageId = bot.post('to be read');
    const where = { channelId: channels.general, messageId };
    world.messages.edit(where, { content: 'read' });
    expect(await history.message(where.channelId, messageId)).toMatchObject({
      messageId,
      parts: [{ text: 'read' }],
      editedAt: expect.any(Number),
    });
    world.messages.delete(where, action());
    expect(await history.message(where.channelId, messageId)).toBeNull();
  });

  it('throws while Discord fails, so that callers retry', async () => {
    const fault = { route: 'GET /channels/:id/messages', status: 500, times: 10 };
    bot.sandbox.faults.failNext(fault);
    const reading = collect(history.after(bot.sandbox.channels.general, snowflakeAt(Date.now())));
    await expect(reading).rejects.toMatchObject({ code: 'discord_unavailable' });
  });
});
