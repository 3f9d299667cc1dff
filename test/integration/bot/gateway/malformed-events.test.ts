import { GatewayDispatchEvents as Events } from 'discord.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { snowflakeAt } from '../../../../src/shared/snowflake.ts';
import { connectToSandbox, type Connected } from '../fixture.ts';

let bot: Connected;
const uncaught: unknown[] = [];
const onUncaught = (error: unknown): void => void uncaught.push(error);

beforeAll(async () => {
  bot = await connectToSandbox();
});
afterAll(() => bot.stop());
// Vitest fails the run for these; this test must name the event instead.
beforeEach(() => {
  uncaught.length = 0;
  process.prependListener('unhandledRejection', onUncaught);
  bot.logLines.length = 0;
});
afterEach(() => {
  process.off('unhandledRejection', onUncaught);
});

let lastId = BigInt(snowflakeAt(Date.now()));
const nextId = (): string => String((lastId += 1n));

/** A message by Alice in #general, as Discord documents it. */
function message(changes: object): Record<string, unknown> {
  const { sandbox } = bot;
  return {
    id: nextId(),
    guild_id: sandbox.guildId,
    channel_id: sandbox.channels.general,
    author: { id: sandbox.members.alice.id, username: 'alice', global_name: 'Alice', avatar: null },
    member: { roles: [], nick: null, joined_at: null, deaf: false, mute: false, flags: 0 },
    content: 'readable',
    timestamp: new Date().toISOString(),
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    components: [],
    pinned: false,
    type: 0,
    ...changes,
  };
}

/** Sends an event and then a normal message; resolves when the bot has seen the latter. */
async function sendAndSettle(type: string, data: unknown): Promise<void> {
  bot.sandbox.faults.sendEvent(type, data);
  const marker = nextId();
  bot.sandbox.faults.sendEvent(Events.MessageCreate, message({ id: marker, content: 'marker' }));
  await vi.waitFor(() =>
    expect(bot.snapshots.some(({ messageId }) => messageId === marker)).toBe(true),
  );
}

const forwarded = (copy: unknown): object => ({ message_snapshots: [{ message: copy }] });

/** Events whose text is readable in spite of the odd part. */
const READABLE: [name: string, changes: object][] = [
  ['member null', { member: null }],
  ['member without roles', { member: {} }],
  ['roles null', { member: { roles: null } }],
  ['a null role', { member: { roles: [null] } }],
  ['username missing', { author: { id: '900000000000000001' } }],
  ['username a number', { author: { id: '900000000000000001', username: 5, global_name: 7 } }],
  ['embeds null', { embeds: null }],
  ['a null embed', { embeds: [null] }],
  ['embed fields null', { embeds: [{ title: 't', fields: null }] }],
  ['a null embed field', { embeds: [{ fields: [null] }] }],
  ['embed author null', { embeds: [{ author: null, footer: null, provider: null }] }],
  ['attachments null', { attachments: null }],
  ['a null attachment', { attachments: [null] }],
  ['attachments an object', { attachments: { 0: {} } }],
  ['components null', { components: null }],
  ['a null component', { components: [null] }],
  ['an unknown component', { components: [{ type: 999 }] }],
  ['nested components null', { components: [{ type: 1, components: null }] }],
  ['snapshots null', { message_snapshots: null }],
  ['a null snapshot', { message_snapshots: [null] }],
  ['a null forwarded message', forwarded(null)],
  ['components null in a forwarded message', forwarded({ content: 'f', components: null })],
  ['attachments null in a forwarded message', forwarded({ content: 'f', attachments: null })],
  ['poll null', { poll: null }],
  ['poll without answers', { poll: { question: { text: 'q' } } }],
  ['poll question null', { poll: { question: null, answers: [null] } }],
  ['stickers null', { sticker_items: null }],
  ['a null sticker', { sticker_items: [null] }],
  ['thread null', { thread: null }],
  ['mentions null', { mentions: null, mention_roles: null }],
  ['a null mention', { mentions: [null] }],
  ['timestamp garbage', { timestamp: 'some day', edited_timestamp: 'never' }],
  ['type null', { type: null }],
  ['webhook and application null', { webhook_id: null, application_id: null }],
  ['interaction null', { interaction: null, interaction_metadata: null }],
  ['reference null', { message_reference: null, referenced_message: null }],
  ['reactions null', { reactions: null, call: null, role_subscription_data: null }],
  ['flags a string', { flags: 'many', nonce: {}, activity: null }],
];

/** Events without a text or without an author. */
const UNREADABLE: [name: string, data: () => unknown][] = [
  ['null', () => null],
  ['a string', () => 'message'],
  ['a list', () => []],
  ['an empty object', () => ({})],
  ['without an id', () => message({ id: undefined })],
  ['with a number as its id', () => message({ id: 5 })],
  ['without a channel', () => message({ channel_id: undefined })],
  ['without an author', () => message({ author: undefined })],
  ['with author null', () => message({ author: null })],
  ['with an author without an id', () => message({ author: { username: 'x' } })],
  ['with a number as its guild', () => message({ guild_id: 5 })],
];

describe.each([Events.MessageCreate, Events.MessageUpdate])('%s', (type) => {
  it.each(READABLE)('with %s is still moderated', async (_name, changes) => {
    const data = message(changes);
    await sendAndSettle(type, data);
    const snapshot = await vi.waitFor(() => {
      const received = bot.snapshots.find(({ messageId }) => messageId === data['id']);
      if (received === undefined) throw new Error('not received yet');
      return received;
    });
    expect(snapshot.parts[0]).toEqual({ kind: 'content', text: 'readable' });
    expect(snapshot.author.kind).toBe('person');
    expect(uncaught).toEqual([]);
    expect(bot.logLines.length).toBeLessThanOrEqual(1);
  });

  it.each(UNREADABLE)('%s costs one log line', async (_name, data) => {
    await sendAndSettle(type, data());
    expect(uncaught).toEqual([]);
    expect(bot.logLines).toHaveLength(1);
    expect(bot.logLines[0]).toContain(type);
  });
});

const guild = (changes: object) => () => ({ id: bot.sandbox.guildId, ...changes });

const OTHERS: [name: string, type: string, data: () => unknown][] = [
  [
    'an autocomplete without data',
    Events.InteractionCreate,
    () => ({
      id: nextId(),
      application_id: bot.sandbox.botId,
      type: 4,
      token: 'x',
      version: 1,
      guild_id: bot.sandbox.guildId,
      channel_id: bot.sandbox.channels.general,
      member: { user: { id: bot.sandbox.members.alice.id, username: 'alice' }, roles: [] },
    }),
  ],
  ['a command without data', Events.InteractionCreate, () => ({ id: nextId(), type: 2 })],
  ['interaction null', Events.InteractionCreate, () => null],
  ['thread update null', Events.ThreadUpdate, () => null],
  ['thread create null', Events.ThreadCreate, () => null],
  ['thread list without threads', Events.ThreadListSync, guild({ guild_id: '1', threads: null })],
  ['role create without role', Events.GuildRoleCreate, () => ({ guild_id: bot.sandbox.guildId })],
  [
    'member update without user',
    Events.GuildMemberUpdate,
    () => ({ guild_id: bot.sandbox.guildId }),
  ],
  ['member add null', Events.GuildMemberAdd, () => null],
  ['guild update null', Events.GuildUpdate, () => null],
  ['guild delete null', Events.GuildDelete, () => null],
  ['guild create null', Events.GuildCreate, () => null],
  ['channel create null', Events.ChannelCreate, () => null],
  ['channel update with null overwrites', Events.ChannelUpdate, () => null],
  [
    'members chunk without members',
    Events.GuildMembersChunk,
    () => ({ guild_id: bot.sandbox.guildId }),
  ],
  ['resumed null', Events.Resumed, () => null],
  ['an unknown event', 'SOMETHING_NEW', () => null],
];

describe('any other event', () => {
  it.each(OTHERS)('(%s) costs at most one log line', async (_name, type, data) => {
    await sendAndSettle(type, data());
    expect(uncaught).toEqual([]);
    expect(bot.logLines.length).toBeLessThanOrEqual(1);
  });

  it('GUILD_CREATE with odd channels keeps the server and its other channels', async () => {
    const { world, guildId, botId, channels } = bot.sandbox;
    const whole = world.guildCreate(guildId, botId);
    const before = bot.available.length;
    const odd = {
      channels: [null, ...whole.channels, {}],
      threads: null,
      roles: [null, ...whole.roles],
    };
    await sendAndSettle(Events.GuildCreate, { ...whole, ...odd });
    expect(uncaught).toEqual([]);
    expect(bot.logLines.length).toBeLessThanOrEqual(1);
    expect(bot.available.length).toBe(before + 1);
    const ids = bot.available.at(-1)?.channels.map(({ id }) => id);
    expect(ids).toContain(channels.general);
  });
});

it('discord.js builds no Message', async () => {
  const seen: unknown[] = [];
  bot.gateway.client.on('messageCreate', (built) => seen.push(built));
  await sendAndSettle(Events.MessageCreate, message({ content: 'not built' }));
  expect(seen).toEqual([]);
});

it('discord.js does not see the author of a message until an action needs them', async () => {
  const { sandbox } = bot;
  const userId = bot.join('newcomer');
  const members = bot.gateway.client.guilds.cache.get(sandbox.guildId)?.members.cache;
  await vi.waitFor(() => expect(members?.has(userId)).toBe(true));
  members?.delete(userId);
  const messageId = bot.post('hello', { authorId: userId });
  await vi.waitFor(() => expect(bot.snapshots.map((seen) => seen.messageId)).toContain(messageId));
  expect(members?.has(userId)).toBe(false);
  bot.gateway.rememberAuthor(sandbox.guildId, userId);
  expect(members?.get(userId)?.user.username).toBe('newcomer');
});
