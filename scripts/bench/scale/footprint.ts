import { setTimeout as wait } from 'node:timers/promises';
import { guildCreate, messageCreate } from '../messages/stub/payloads.ts';
import type { Layout } from '../messages/stub/protocol.ts';
import { withBots } from '../postgres/run.ts';
import type { Activity, BenchServer } from '../postgres/server.ts';
import { createState } from '../postgres/state.ts';

const FEW: Omit<Layout, 'kind'> = { guilds: 64, channelsPerGuild: 20, shards: 8 };
const MANY_GROUPS: Omit<Layout, 'kind'> = { ...FEW, shards: 64 };
const MANY_SERVERS: Omit<Layout, 'kind'> = { ...FEW, guilds: 2_064 };
const IDLE_MS = 6_000;
const QUIET_MS = 2_000;

interface Footprint {
  rssBytes: number;
  /** Until the process is ready, including the reads for each server. */
  startBotMicros: number;
  startPostgresMicros: number;
  startTransactions: number;
  /** Per second, without traffic. */
  idleBotMicros: number;
  idlePostgresMicros: number;
  idleTransactions: number;
}

/** Costs of a process without traffic. CPU times are in microseconds. */
export interface FootprintResult {
  channelsPerServer: number;
  /** Bytes of memory: for a process without servers, for each group of shards, and for each server. */
  baseBytes: number;
  groupBytes: number;
  serverBytes: number;
  /** Per second, for a process and for each of its groups. */
  idle: { bot: number; postgres: number; transactions: number };
  idleGroup: { bot: number; postgres: number; transactions: number };
  /** Per server, when a process takes over its shard. */
  start: { bot: number; postgres: number; transactions: number };
  /** Bytes of a message event and of a server event. */
  messageEventBytes: number;
  serverEventBytes: number;
}

const cpuOf = ({ cpuMicros }: Activity): number => cpuMicros ?? 0;

async function measure(server: BenchServer, layout: Omit<Layout, 'kind'>): Promise<Footprint> {
  const state = await createState('postgres', server);
  try {
    const created = await state.activity();
    return await withBots({ state, layout }, async ({ stub, usages, measure: costOf }) => {
      await stub.traffic(QUIET_MS);
      const [ready] = await usages();
      const started = await state.activity();
      const { cost } = await costOf(0, () => wait(IDLE_MS));
      const [idle] = await usages();
      const perSecond = (value: number): number => (value * 1000) / IDLE_MS;
      return {
        rssBytes: idle?.rssBytes ?? Number.NaN,
        startBotMicros: ready?.cpuMicros ?? Number.NaN,
        startPostgresMicros: cpuOf(started) - cpuOf(created),
        startTransactions: started.transactions - created.transactions,
        idleBotMicros: perSecond(cost.botsMicros),
        idlePostgresMicros: perSecond(cost.postgresMicros ?? 0),
        idleTransactions: perSecond(cost.transactions),
      };
    });
  } finally {
    await state.drop();
  }
}

/**
 * Measures the memory and background work of one process: with few servers, with many groups of shards, and with many servers.
 */
export async function benchFootprint(
  server: BenchServer,
  progress: (detail: string) => void,
): Promise<FootprintResult> {
  progress('64 servers');
  const few = await measure(server, FEW);
  progress('64 groups of shards');
  const groups = await measure(server, MANY_GROUPS);
  progress('2,064 servers');
  const servers = await measure(server, MANY_SERVERS);

  /** How much a figure grows per group or server, at least 0. */
  const perGroup = (figure: keyof Footprint): number =>
    Math.max(0, (groups[figure] - few[figure]) / (MANY_GROUPS.shards - FEW.shards));
  const perServer = (figure: keyof Footprint): number =>
    Math.max(0, (servers[figure] - few[figure]) / (MANY_SERVERS.guilds - FEW.guilds));
  const ofProcess = (figure: keyof Footprint): number =>
    Math.max(0, few[figure] - FEW.shards * perGroup(figure));
  const jsonBytes = (value: object): number => Buffer.byteLength(JSON.stringify(value));
  return {
    channelsPerServer: FEW.channelsPerGuild,
    baseBytes: ofProcess('rssBytes') - FEW.guilds * perServer('rssBytes'),
    groupBytes: perGroup('rssBytes'),
    serverBytes: perServer('rssBytes'),
    idle: {
      bot: ofProcess('idleBotMicros'),
      postgres: ofProcess('idlePostgresMicros'),
      transactions: ofProcess('idleTransactions'),
    },
    idleGroup: {
      bot: perGroup('idleBotMicros'),
      postgres: perGroup('idlePostgresMicros'),
      transactions: perGroup('idleTransactions'),
    },
    start: {
      bot: perServer('startBotMicros'),
      postgres: perServer('startPostgresMicros'),
      transactions: perServer('startTransactions'),
    },
    messageEventBytes: jsonBytes(messageCreate(1, 0, FEW.channelsPerGuild, false).data),
    serverEventBytes: jsonBytes(guildCreate(0, FEW.channelsPerGuild)),
  };
}
