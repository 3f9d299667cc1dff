import { GatewayIntentBits as Intent, GatewayOpcodes as Op } from 'discord-api-types/v10';
import { expect, it, onTestFinished } from 'vitest';

import type { ShardingOptions } from '../../../../src/sandbox/gateway/sharding.ts';
import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { connectRaw, invalidSession, type RawClient } from './raw-client.ts';

const INTENTS = Intent.Guilds | Intent.GuildMessages | Intent.MessageContent;

async function start(sharding: ShardingOptions): Promise<GatewayFixture> {
  const sandbox = await startGateway(sharding);
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

/** A client that has sent its identify. */
function identify({ url, bot }: GatewayFixture, shard?: [number, number]): RawClient {
  const client = connectRaw(url);
  client.identify(bot.token, { intents: INTENTS, ...(shard === undefined ? {} : { shard }) });
  return client;
}

async function isReady(client: RawClient): Promise<boolean> {
  await client.settle();
  return client.events().includes('READY');
}

/** Adds guilds of the bot, on consecutive shards from 0 on. */
function addGuilds({ world, bot, alice }: GatewayFixture, count: number): string[] {
  const firstMs = Date.UTC(2024, 0, 1);
  return Array.from({ length: count }, (_, index) => {
    const createdAt = firstMs + index;
    const { id } = world.guilds.create({ name: `Guild ${index}`, ownerId: alice.id, createdAt });
    world.members.add({ guildId: id, userId: bot.id });
    return id;
  });
}

it('tells each session its shard and sends it the guilds of that shard', async () => {
  const sandbox = await start({ identifyLimits: 'off' });
  const [zero = '', one = '', two = ''] = addGuilds(sandbox, 3);
  sandbox.world.members.kick(
    { guildId: sandbox.guild.id, userId: sandbox.bot.id },
    { byUserId: sandbox.alice.id, reason: null },
  );
  const shards = [identify(sandbox, [0, 2]), identify(sandbox, [1, 2])];
  const seen = [];
  for (const client of shards) {
    const { d } = await client.event('READY');
    await client.settle();
    const guilds = client.frames
      .filter(({ t }) => t === 'GUILD_CREATE')
      .map((frame) => frame.d['id']);
    seen.push({ shard: d['shard'], guilds });
  }
  expect(seen).toEqual([
    { shard: [0, 2], guilds: [zero, two] },
    { shard: [1, 2], guilds: [one] },
  ]);
});

it('sends events to every session of the same shard, and to sessions with another number of shards', async () => {
  const sandbox = await start({ identifyLimits: 'off' });
  const own = Number((BigInt(sandbox.guild.id) >> 22n) % 2n);
  const clients = [identify(sandbox, [own, 2]), identify(sandbox, [own, 2]), identify(sandbox)];
  for (const client of clients) await client.event('GUILD_CREATE');
  sandbox.post({ content: 'to all' });
  for (const client of clients) {
    expect((await client.event('MESSAGE_CREATE')).d['content']).toBe('to all');
  }
});

it('keeps the shard of a session that is resumed', async () => {
  const sandbox = await start({ identifyLimits: 'off' });
  const [, one = ''] = addGuilds(sandbox, 2);
  const client = identify(sandbox, [1, 2]);
  const { d } = await client.event('READY');
  client.close(4200);
  await client.closed;
  expect(sandbox.gateway.sessions()).toMatchObject([{ shard: [1, 2], isConnected: false }]);

  const resumed = connectRaw(sandbox.url);
  const session_id = d['session_id'];
  resumed.send(Op.Resume, { token: sandbox.bot.token, session_id, seq: 1 });
  await resumed.event('RESUMED');
  const asOwner = { byUserId: sandbox.alice.id, reason: null };
  for (const guildId of sandbox.world.state.guilds.keys()) {
    sandbox.world.guilds.update(guildId, { description: 'changed' }, asOwner);
  }
  await resumed.settle();
  const updates = resumed.frames.filter(({ t }) => t === 'GUILD_UPDATE');
  const isOnOne = (id: string): boolean => (BigInt(id) >> 22n) % 2n === 1n;
  const all = [...sandbox.world.state.guilds.keys()].filter(isOnOne);
  expect(all).toContain(one);
  expect(updates.map((frame) => String(frame.d['id'])).toSorted()).toEqual(all.toSorted());
});

it('answers an identify within five seconds of the last in its bucket with opcode 9, two seconds later', async () => {
  const sandbox = await start({ identifyLimits: { maxConcurrency: 2 } });
  expect(await isReady(identify(sandbox, [0, 4]))).toBe(true);
  expect(await isReady(identify(sandbox, [1, 4]))).toBe(true);

  sandbox.clock.advance(4_999);
  const early = identify(sandbox, [2, 4]);
  await early.settle();
  expect(early.frames.map(({ op }) => op)).not.toContain(Op.InvalidSession);
  sandbox.clock.advance(1);
  // The identify that was too early does not count.
  expect(await isReady(identify(sandbox, [3, 4]))).toBe(true);
  sandbox.clock.advance(1_999);
  expect(await invalidSession(early)).toBe(false);

  early.identify(sandbox.bot.token, { intents: INTENTS, shard: [2, 4] });
  expect(await isReady(early)).toBe(true);
  expect(sandbox.gateway.identifies.map(({ shard, answer }) => [shard[0], answer])).toEqual([
    [0, { sessionId: expect.any(String) }],
    [1, { sessionId: expect.any(String) }],
    [2, 'too early'],
    [3, { sessionId: expect.any(String) }],
    [2, { sessionId: expect.any(String) }],
  ]);
});

it('lets a session resume at any time, and other bots identify', async () => {
  const sandbox = await start({});
  const client = identify(sandbox);
  const { d } = await client.event('READY');
  sandbox.gateway.drop();
  await client.closed;
  const resumed = connectRaw(sandbox.url);
  resumed.send(Op.Resume, { token: sandbox.bot.token, session_id: d['session_id'], seq: 1 });
  await resumed.event('RESUMED');
  const other = connectRaw(sandbox.url);
  other.identify(sandbox.plainBot.token, { intents: Intent.Guilds });
  expect(await isReady(other)).toBe(true);
});

it('ends all sessions and resets the token when a bot identifies once more than it may in a day', async () => {
  const sandbox = await start({ identifyLimits: { perDay: 2 } });
  const { clock, bot } = sandbox;
  const first = identify(sandbox);
  expect(await isReady(first)).toBe(true);
  clock.advance(5_000);
  const second = identify(sandbox);
  expect(await isReady(second)).toBe(true);
  clock.advance(5_000);
  const oldToken = bot.token;
  const third = identify(sandbox);
  expect(await Promise.all([first, second, third].map(({ closed }) => closed))).toEqual([
    4004, 4004, 4004,
  ]);
  expect(sandbox.gateway.sessions()).toEqual([]);
  expect(sandbox.world.actorOf(oldToken)).toBeNull();
  expect(await isReady(identify(sandbox))).toBe(true);
});

it('counts anew a day after the first identify', async () => {
  const sandbox = await start({ identifyLimits: { perDay: 1 } });
  const first = identify(sandbox);
  expect(await isReady(first)).toBe(true);
  first.close(1000);
  await first.closed;
  sandbox.clock.advance(24 * 60 * 60 * 1000);
  expect(await isReady(identify(sandbox))).toBe(true);
});

it('closes a session that would have too many guilds with 4011', async () => {
  const sandbox = await start({ identifyLimits: 'off', maxGuildsPerShard: 2 });
  addGuilds(sandbox, 3);
  expect(await identify(sandbox).closed).toBe(4011);
  const shards = [identify(sandbox, [0, 3]), identify(sandbox, [1, 3]), identify(sandbox, [2, 3])];
  for (const shard of shards) expect(await isReady(shard)).toBe(true);
  expect(sandbox.gateway.identifies[0]?.answer).toBe(4011);
});

it('closes a negative shard and a shard of none with 4010', async () => {
  const sandbox = await start({ identifyLimits: 'off' });
  expect(await identify(sandbox, [-1, 2]).closed).toBe(4010);
  expect(await identify(sandbox, [0, 0]).closed).toBe(4010);
});
