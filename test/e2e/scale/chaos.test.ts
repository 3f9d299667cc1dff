import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { percentile } from '../../../scripts/bench/statistics.ts';
import type { APIMessage } from 'discord-api-types/v10';
import { createSandbox } from '../../../src/sandbox/sandbox.ts';
import { addServers, type AddedServer } from '../../../src/sandbox/servers.ts';
import { createPostgresServer, POSTGRES_BINARIES } from '../../helpers/servers/postgres-server.ts';
import { seeded } from '../../helpers/seeded.ts';
import { countedIn } from '../keyword-scene.ts';
import { expectEachShownOnce } from '../processes/stored-state.ts';
import { causeFaults, shuffled, takeovers, type Fault } from './chaos.ts';
import { cpuMsOf, cpuMsOfTree } from './cpu.ts';
import { createFeed } from './feed.ts';
import { createFleet } from './fleet.ts';
import { chooseTexts, startServices } from './services.ts';
import { readStoredState, watchedServers } from './stored-state.ts';

/* CONTRIBUTING.md says how to run the full test, which takes 25 minutes. SEED changes the faults and their times. */
const IS_LONG = process.env['FC_LONG'] === '1';
const SEED = Number(process.env['SEED'] ?? 20_261_122);
const PROCESSES = Number(process.env['PROCESSES'] ?? 3);
const SHARDS = 8;
const SIZE = IS_LONG
  ? { servers: 64, messages: 5_000, events: 2_000, durationMs: 600_000, pauseMs: 30_000 }
  : { servers: 16, messages: 500, events: 200, durationMs: 60_000, pauseMs: 8_000 };
/**
 * The 99th percentile. With fewer buckets than shards, identifies would have to wait for each other. A few kills beside other
 * tests say little.
 */
const TAKEN_OVER_WITHIN_MS = IS_LONG ? 10_000 : 40_000;
const CONNECTED_WITHIN_MS = 180_000;
const SETTLED_WITHIN_MS = 180_000;

const times = (count: number, fault: Fault): Fault[] => Array(count).fill(fault);
const KILLS_AND_PAUSES = IS_LONG
  ? [...times(20, 'kill'), ...times(5, 'pause')]
  : [...times(3, 'kill'), 'pause' as const];
const RESTARTS = times(IS_LONG ? 3 : 1, 'restart the database');

describe.skipIf(POSTGRES_BINARIES === null)('three processes on one database', () => {
  const RUNS: [string, readonly Fault[]][] = IS_LONG
    ? [
        ['are killed and paused', KILLS_AND_PAUSES],
        ['are killed and paused, and the database restarts', [...KILLS_AND_PAUSES, ...RESTARTS]],
      ]
    : [['are killed and paused, and the database restarts', [...KILLS_AND_PAUSES, ...RESTARTS]]];

  it.each(RUNS)(
    'do everything exactly once while they %s',
    async (_name, faults) => {
      const random = seeded(SEED);
      const startMs = performance.now();
      const tell = (line: string): void => {
        console.info(`${((performance.now() - startMs) / 1000).toFixed(1)} s: ${line}`);
      };

      const database = await createPostgresServer();
      onTestFinished(() => database.remove());
      const services = await startServices(database.url, 2);
      const bad = SIZE.messages / 10;
      const texts = await chooseTexts(services, { bad, harmless: SIZE.messages - bad });
      const sandbox = await createSandbox({
        rateLimits: 'off',
        recommendedShards: SHARDS,
        identifyLimits: { maxConcurrency: SHARDS },
      });
      onTestFinished(() => sandbox.stop());
      const servers = addServers(sandbox, SIZE.servers);
      const env = {
        DISCORD_TOKEN: sandbox.botToken,
        DISCORD_API_URL: sandbox.apiUrl,
        STATE_URL: database.url,
        STATE_KEY: randomBytes(32).toString('base64'),
        SHARD_COUNT: String(SHARDS),
        SHARDS: 'auto',
        MODERATION_URL: services.url,
        MODERATION_API_KEY: services.apiKey,
      };
      const fleet = createFleet({ env, random: seeded(SEED + 1), tell });
      const feed = createFeed({ sandbox, servers, fleet, texts, events: SIZE.events, random });

      const { world, botId } = sandbox;
      const exists = ({ id, channel_id: channelId }: APIMessage): boolean =>
        world.state.channels.get(channelId)?.messages.get(id) !== undefined;
      const postsIn = ({ moderatorChannelId }: AddedServer): APIMessage[] =>
        [...(world.state.channels.get(moderatorChannelId)?.messages.values() ?? [])].filter(
          ({ author }) => author.id === botId,
        );
      async function expectEverythingDone(): Promise<void> {
        expect(feed.bad.filter(exists).map(({ content }) => content)).toEqual([]);
        expect(servers.map((server) => countedIn(postsIn(server)))).toEqual(
          servers.map(({ guildId }) => feed.accepted.get(guildId) ?? 0),
        );
        const stored = await readStoredState(database.url);
        expectEachShownOnce(stored, servers.flatMap(postsIn).filter(isAboutCases));
        expect(stored.incidents).toEqual([]);
        // The engine may also dislike an author's name.
        const aboutMessages = stored.cases.filter(({ messageId }) => /^\d+$/.test(messageId));
        expect(aboutMessages.map(({ messageId }) => messageId).toSorted()).toEqual(
          feed.bad.map(({ id }) => id).toSorted(),
        );
      }

      await fleet.start(PROCESSES);
      const shards = (): number[] =>
        sandbox.gateway
          .sessions()
          .flatMap(({ shard, isConnected }) => (isConnected ? [shard[0]] : []));
      await vi.waitFor(() => expect(new Set(shards()).size).toBe(SHARDS), {
        timeout: CONNECTED_WITHIN_MS,
        interval: 250,
      });
      tell('all shards are connected');
      // From now on, the bot fetches what it misses.
      await vi.waitFor(
        async () => {
          const watched = await watchedServers(database.url);
          expect(servers.filter(({ guildId }) => !watched.has(guildId))).toEqual([]);
        },
        { timeout: CONNECTED_WITHIN_MS, interval: 250 },
      );
      feed.greet();
      await vi.waitFor(() => expect(feed.bad.filter(exists)).toEqual([]), {
        timeout: CONNECTED_WITHIN_MS,
        interval: 250,
      });
      tell('all servers are watched');

      const { durationMs, pauseMs } = SIZE;
      const [losses] = await Promise.all([
        causeFaults({
          fleet,
          sandbox,
          faults: shuffled(faults, random),
          durationMs: durationMs * 0.9,
          pauseMs,
          leastRunning: Math.min(2, PROCESSES),
          random,
          async restartDatabase() {
            await database.crash();
            await database.start();
          },
          tell,
        }),
        feed.run(durationMs),
      ]);
      tell('everything is sent');
      await vi.waitFor(expectEverythingDone, { timeout: SETTLED_WITHIN_MS, interval: 1_000 });
      tell('everything is done');

      const codes = await fleet.stopAll();
      // A late repetition would be visible by now.
      await expectEverythingDone();
      expect(feed.harmless.filter(exists)).toHaveLength(feed.harmless.length);
      expect(codes.filter((code) => code !== 0)).toEqual([]);

      expect(fleet.failures).toEqual([]);
      const { identifies } = sandbox.gateway;
      expect(identifies.filter(({ answer }) => typeof answer !== 'object')).toEqual([]);
      const ms = takeovers(losses, sandbox);
      const share = (part: number): string => `${Math.round(percentile(ms, part))} ms`;
      tell(`${ms.length} lost shards were taken over: median ${share(0.5)}, p99 ${share(0.99)}`);
      tell(
        `the slowest in ms: ${ms
          .toSorted((a, b) => b - a)
          .slice(0, 5)
          .join(', ')}`,
      );
      tell(`${identifies.length} identifies`);
      const bots = [...fleet.cpuMs].map(([name, used]) => `${name} ${used}`);
      tell(`CPU in ms: ${bots.join(', ')}`);
      tell(`CPU of the services: ${services.pids.map(cpuMsOf).join(', ')}`);
      tell(`CPU of the database since its last start: ${cpuMsOfTree(database.pid)}`);
      expect(percentile(ms, 0.99)).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    },
    SIZE.durationMs + 600_000,
  );
});

/** Digests count cases and keyword events together. */
function isAboutCases({ embeds: [embed] }: APIMessage): boolean {
  return embed?.description?.startsWith('**Keyword ') !== true;
}
