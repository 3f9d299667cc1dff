import { GatewayIntentBits as Intent, GatewayOpcodes as Op } from 'discord-api-types/v10';
import { afterEach, beforeEach, expect, it } from 'vitest';

import { startGateway, type GatewayFixture } from './gateway-fixture.ts';
import { connectRaw, type RawClient } from './raw-client.ts';

let sandbox: GatewayFixture;

beforeEach(async () => {
  sandbox = await startGateway();
});
afterEach(() => sandbox.stop());

async function connect(intents: number = Intent.GuildMembers): Promise<RawClient> {
  const client = connectRaw(sandbox.url);
  client.identify(sandbox.bot.token, { intents });
  await client.event('READY');
  return client;
}

function request(client: RawClient, data: object): void {
  client.send(Op.RequestGuildMembers, { guild_id: sandbox.guild.id, ...data });
}

function namesIn(d: Record<string, unknown>): string[] {
  return (d['members'] as { user: { username: string } }[]).map(({ user }) => user.username);
}

it('sends all members in chunks of 1,000, with the nonce', async () => {
  const { world, guild } = sandbox;
  for (let count = 0; count < 1000; count += 1) {
    const { id } = world.users.create({ username: `member${count}` });
    world.members.add({ guildId: guild.id, userId: id });
  }
  const client = await connect();
  request(client, { query: '', limit: 0, nonce: 'n' });
  const chunks = [
    await client.event('GUILD_MEMBERS_CHUNK'),
    await client.event('GUILD_MEMBERS_CHUNK', 2),
  ];
  expect(
    chunks.map(({ d }) => [d['chunk_index'], d['chunk_count'], d['nonce'], namesIn(d).length]),
  ).toEqual([
    [0, 2, 'n', 1000],
    [1, 2, 'n', 4],
  ]);
});

it('does not send all members without the GUILD_MEMBERS intent', async () => {
  const client = await connect(Intent.Guilds);
  request(client, { query: '', limit: 0 });
  await client.settle();
  expect(client.events()).not.toContain('GUILD_MEMBERS_CHUNK');
});

it('searches by name prefix, up to the limit', async () => {
  const { world, guild } = sandbox;
  for (const username of ['albert', 'alfred', 'bea']) {
    const { id } = world.users.create({ username });
    world.members.add({ guildId: guild.id, userId: id });
  }
  const client = await connect(Intent.Guilds);
  request(client, { query: 'AL', limit: 2 });
  expect(namesIn((await client.event('GUILD_MEMBERS_CHUNK')).d)).toEqual(['alice', 'albert']);
});

it('takes ids as integers', async () => {
  const client = await connect(Intent.Guilds);
  const { guild, alice } = sandbox;
  client.sendText(`{"op": 8, "d": {"guild_id": ${guild.id}, "user_ids": [${alice.id}]}}`);
  expect(namesIn((await client.event('GUILD_MEMBERS_CHUNK')).d)).toEqual(['alice']);
});

it('finds members by id and lists the unknown ids', async () => {
  const client = await connect(Intent.Guilds);
  request(client, { user_ids: [sandbox.alice.id, '123456789012345678'], nonce: 'x'.repeat(33) });
  const { d } = await client.event('GUILD_MEMBERS_CHUNK');
  expect(namesIn(d)).toEqual(['alice']);
  expect(d['not_found']).toEqual(['123456789012345678']);
  expect(d).not.toHaveProperty('nonce');
});

it('allows one request for all members of a guild in 30 seconds, and answers others with RATE_LIMITED', async () => {
  const client = await connect(Intent.Guilds | Intent.GuildMembers);
  const requestAll = (nonce: string): void => request(client, { query: '', limit: 0, nonce });
  requestAll('first');
  await client.event('GUILD_MEMBERS_CHUNK');
  sandbox.clock.advance(10_000);
  requestAll('second');
  const { guild, alice } = sandbox;
  expect((await client.event('RATE_LIMITED')).d).toEqual({
    opcode: Op.RequestGuildMembers,
    retry_after: 20,
    meta: { guild_id: guild.id, nonce: 'second' },
  });
  request(client, { user_ids: [alice.id], nonce: 'by id' });
  expect((await client.event('GUILD_MEMBERS_CHUNK', 2)).d['nonce']).toBe('by id');
  sandbox.clock.advance(20_000);
  requestAll('third');
  expect((await client.event('GUILD_MEMBERS_CHUNK', 3)).d['nonce']).toBe('third');
});
