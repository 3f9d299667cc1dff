import { PermissionFlagsBits } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHistory } from '../../src/discord/history.ts';
import { snowflakeAt } from '../../src/lib/snowflake.ts';
import type { History } from '../../src/moderation/ports.ts';
import { collect } from '../helpers/collect.ts';
import { createLogSink } from '../helpers/log-sink.ts';
import { connectToSandbox, type Connected } from './fixture.ts';

describe('history', () => {
  let bot: Connected;
  let history: History;
  const { logger, lines } = createLogSink('warn');

  beforeAll(async () => {
    bot = await connectToSandbox();
    history = createHistory({ client: bot.gateway.client, logger });
  });
  afterAll(() => bot.stop());
  afterEach(() => bot.sandbox.faults.clear());

  const deed = () => ({ byUserId: bot.sandbox.members.owner.id, reason: null });

  const cachedMembers = () =>
    bot.gateway.client.guilds.cache.get(bot.sandbox.guildId)?.members.cache;
  const contents = async (messages: AsyncIterable<{ parts: readonly { text: string }[] }>) =>
    (await collect(messages)).map(({ parts }) => parts[0]?.text);

  it('gives what was written after a message, oldest first, over several pages', async () => {
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

  it('tells how authors stand that it has not seen yet', async () => {
    const { world, guildId, roles } = bot.sandbox;
    const channelId = await bot.addTextChannel('strangers');
    const moderator = bot.join('quiet-moderator', [roles.Moderator]);
    world.members.update({ guildId, userId: moderator }, { nick: 'Quiet' }, deed());
    await vi.waitFor(() => expect(cachedMembers()?.get(moderator)?.nickname).toBe('Quiet'));
    const messageId = bot.post('hello', { channelId, authorId: moderator });
    // The live message makes the member known again, so it must have come before they are forgotten.
    await vi.waitFor(() => expect(bot.snapshots.at(-1)?.messageId).toBe(messageId));
    await new Promise(setImmediate);
    cachedMembers()?.delete(moderator);
    expect(await collect(history.after(channelId, '0'))).toMatchObject([
      { author: { name: 'Quiet', standing: 'moderator', roleIds: [roles.Moderator] } },
    ]);
  });

  it('takes someone who has left for a plain member', async () => {
    const { world, guildId, roles } = bot.sandbox;
    const channelId = await bot.addTextChannel('leavers');
    const userId = bot.join('leaver', [roles.Moderator]);
    bot.post('bye', { channelId, authorId: userId });
    world.members.leave({ guildId, userId });
    await vi.waitFor(() => expect(cachedMembers()?.has(userId)).toBe(false));
    expect(await collect(history.after(channelId, '0'))).toMatchObject([
      { author: { id: userId, kind: 'person', standing: 'member', roleIds: [] } },
    ]);
  });

  it('gives the same snapshot as the gateway does', async () => {
    const messageId = bot.post('one and the same', { authorId: bot.sandbox.members.trusted.id });
    const live = await vi.waitFor(() => {
      const found = bot.snapshots.find((one) => one.messageId === messageId);
      if (found === undefined) throw new Error('not there yet');
      return found;
    });
    expect(await history.message(bot.sandbox.channels.general, messageId)).toEqual(live);
  });

  it('ends at once, with a line in the log, where the bot may not read', async () => {
    const channelId = await bot.addTextChannel('unread', PermissionFlagsBits.ReadMessageHistory);
    bot.post('secret', { channelId });
    expect(await collect(history.after(channelId, '0'))).toEqual([]);
    expect(lines.some((line) => line.includes(channelId))).toBe(true);
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
    const { thread } = world.threads.startPost(channels['help-forum'], post, deed());
    await vi.waitFor(() => expect(bot.gateway.client.channels.cache.has(thread.id)).toBe(true));
    bot.gateway.client.channels.cache.delete(thread.id);
    const [snapshot] = await collect(history.after(thread.id, '0'));
    expect(snapshot).toMatchObject({
      channelId: thread.id,
      parts: [{ kind: 'thread title' }, { kind: 'content', text: 'in the post' }],
    });
  });

  it('gives only what was edited since', async () => {
    const channelId = await bot.addTextChannel('edits');
    bot.post('never edited', { channelId });
    const messageId = bot.post('before', { channelId });
    const since = Date.now() - 1000;
    bot.sandbox.world.messages.edit({ channelId, messageId }, { content: 'after' });
    expect(await contents(history.edited(channelId, since))).toEqual(['after']);
    expect(await contents(history.edited(channelId, Date.now() + 60_000))).toEqual([]);
  });

  it('gives one message as it is now, and null once it is gone', async () => {
    const { channels, world } = bot.sandbox;
    const messageId = bot.post('to be read');
    const where = { channelId: channels.general, messageId };
    world.messages.edit(where, { content: 'read' });
    expect(await history.message(where.channelId, messageId)).toMatchObject({
      messageId,
      parts: [{ text: 'read' }],
      editedAt: expect.any(Number),
    });
    world.messages.delete(where, deed());
    expect(await history.message(where.channelId, messageId)).toBeNull();
  });

  it('throws while Discord fails, so that it is tried again', async () => {
    const fault = { route: 'GET /channels/:id/messages', status: 500, times: 10 };
    bot.sandbox.faults.failNext(fault);
    const reading = collect(history.after(bot.sandbox.channels.general, snowflakeAt(Date.now())));
    await expect(reading).rejects.toMatchObject({ code: 'discord_unavailable' });
  });
});
