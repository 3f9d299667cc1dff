import { expect, it, onTestFinished } from 'vitest';
import { findServerName, hasAllServers } from '../../../../src/bot/interactions/client-shards.ts';
import { createSandbox } from '../../../../src/sandbox/sandbox.ts';
import { addServers } from '../../../../src/sandbox/servers.ts';
import { createDiscordClient, logIn } from '../../sandbox/discord-client.ts';

async function connect(shards: number[], shardCount: number) {
  const sandbox = await createSandbox({ identifyLimits: 'off' });
  onTestFinished(() => sandbox.stop());
  const servers = addServers(sandbox, 2);
  const client = createDiscordClient(sandbox, { shards, shardCount });
  onTestFinished(() => client.destroy());
  await logIn(client, sandbox.botToken);
  return { sandbox, client, servers };
}

it('names a server of another shard, without keeping it as one of this shard', async () => {
  const { client, servers } = await connect([0], 2);
  const cached = [...client.guilds.cache.keys()];
  expect(servers.filter(({ guildId }) => cached.includes(guildId))).toHaveLength(1);
  const named = await Promise.all(servers.map(({ guildId }) => findServerName(client, guildId)));
  expect(named).toEqual(servers.map(({ name }) => name));
  expect([...client.guilds.cache.keys()]).toEqual(cached);
});

it('names no server that the bot is not in, on any shard', async () => {
  const { client } = await connect([0], 2);
  const own = String(2n << 22n);
  const others = String(3n << 22n);
  expect(await findServerName(client, own)).toBeNull();
  expect(await findServerName(client, others)).toBeNull();
});

it('has all servers only with all shards', async () => {
  expect(hasAllServers((await connect([0], 2)).client)).toBe(false);
  expect(hasAllServers((await connect([0, 1], 2)).client)).toBe(true);
});
