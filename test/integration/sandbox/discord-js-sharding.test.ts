import { Events } from 'discord.js';
import { expect, it, onTestFinished } from 'vitest';

import { createSandbox, type Sandbox } from '../../../src/sandbox/sandbox.ts';
import { addServers } from '../../../src/sandbox/servers.ts';
import { createCaller, createDiscordClient, logIn } from './discord-client.ts';

const SHARDS = 4;

async function start(): Promise<Sandbox> {
  const sandbox = await createSandbox({
    recommendedShards: SHARDS,
    identifyLimits: { maxConcurrency: SHARDS },
  });
  onTestFinished(() => sandbox.stop());
  return sandbox;
}

it('connects discord.js with the recommended shards, and each of them gets its servers', async () => {
  const sandbox = await start();
  const servers = addServers(sandbox, 8);
  const client = createDiscordClient(sandbox, { shards: 'auto' });
  onTestFinished(() => client.destroy());
  await logIn(client, sandbox.botToken);

  expect(client.ws.shards.size).toBe(SHARDS);
  const counts = Array.from({ length: SHARDS }, (_, shard) =>
    servers.filter(({ guildId }) => client.guilds.cache.get(guildId)?.shardId === shard),
  ).map(({ length }) => length);
  expect(counts).toEqual([2, 2, 2, 2]);
});

it('lets discord.js clients of one bot share the shards', async () => {
  const sandbox = await start();
  const servers = addServers(sandbox, 4);
  const contents: string[][] = [];
  for (const shards of [
    [0, 1],
    [2, 3],
  ]) {
    const client = createDiscordClient(sandbox, { shards, shardCount: SHARDS });
    onTestFinished(() => client.destroy());
    const seen: string[] = [];
    client.on(Events.MessageCreate, ({ content }) => seen.push(content));
    await logIn(client, sandbox.botToken);
    contents.push(seen);
  }
  for (const { chatId, guildId } of servers) {
    const content = `on shard ${(BigInt(guildId) >> 22n) % 4n}`;
    sandbox.world.messages.create(chatId, { authorId: sandbox.members.alice.id, content });
  }
  await expect
    .poll(() => contents.map((seen) => seen.toSorted()))
    .toEqual([
      ['on shard 0', 'on shard 1'],
      ['on shard 2', 'on shard 3'],
    ]);
});

it('reports in Get Gateway Bot how many sessions may still start', async () => {
  const sandbox = await start();
  const bot = createCaller(sandbox, `Bot ${sandbox.botToken}`);
  const unused = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: SHARDS };
  expect((await bot('GET', '/gateway/bot')).body).toMatchObject({
    url: sandbox.gatewayUrl,
    shards: SHARDS,
    session_start_limit: unused,
  });
  const client = createDiscordClient(sandbox, { shards: [1], shardCount: SHARDS });
  onTestFinished(() => client.destroy());
  await logIn(client, sandbox.botToken);
  const { body } = await bot('GET', '/gateway/bot');
  expect(body?.['session_start_limit']).toMatchObject({ remaining: 999, max_concurrency: SHARDS });
});
