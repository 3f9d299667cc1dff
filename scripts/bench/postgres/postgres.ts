import { startChild } from '../child-process.ts';
import type { Layout } from '../messages/stub/protocol.ts';
import { median } from '../statistics.ts';
import type { CheckpointsRequest } from './checkpoints-process.ts';
import { withBots } from './run.ts';
import type { BenchServer } from './server.ts';
import { createState, type Kind } from './state.ts';

const ROUNDS = 2;
const MESSAGES = { warmUp: 5_000, measured: 15_000 };
const MESSAGE_LAYOUT: Omit<Layout, 'kind'> = { guilds: 64, channelsPerGuild: 20, shards: 1 };

const CASE_ROUNDS = 2;
const CASES = { warmUp: 300, measured: 1_000 };
/** Enough servers for each case to get its own alert within the limit on posts per server. */
const CASE_LAYOUT: Omit<Layout, 'kind'> = { guilds: 500, channelsPerGuild: 10, shards: 1 };
/** Long enough for notices, which wait five seconds. */
const CASES_DONE_MS = 7_000;

const CHECKPOINTS = { warmUp: 2_000, measured: 4_000 };

/** Costs of one message, case or checkpoint. CPU times are in microseconds, with one value per round. */
export interface Costs {
  bot: number[];
  /** CPU time of PostgreSQL's processes; null: the server is not on this machine. */
  server: number[] | null;
}

export interface Comparison {
  count: number;
  sqlite: Costs;
  postgres: Costs;
}

/** Costs of one case on PostgreSQL, including its message and its checkpoint. */
export interface CaseOnPostgres {
  requests: number;
  transactions: number;
  writtenRows: number;
  walBytes: number;
  /** Bytes per table, including indexes and dead rows. */
  tableBytes: Record<string, number>;
  /** Size of the whole state without dead rows. */
  compactBytes: number;
  /** Bytes per server, in the tables that have a row per server. */
  serverBytes: number;
  lost: number;
}

export interface PostgresResult {
  /** Name and version: `PostgreSQL 17.2`. */
  server: string;
  messages: Comparison;
  cases: Comparison;
  checkpoints: Comparison;
  casesOnPostgres: CaseOnPostgres;
  sqliteBytesPerCase: number;
  /** Transactions and bytes of write-ahead log per checkpoint. */
  checkpointOnPostgres: { transactions: number; walBytes: number };
}

const KINDS: readonly Kind[] = ['sqlite', 'postgres'];

function comparison(count: number): Comparison {
  return { count, sqlite: { bot: [], server: [] }, postgres: { bot: [], server: [] } };
}

function add(costs: Costs, cost: { bot: number; server: number | null }): void {
  costs.bot.push(cost.bot);
  if (cost.server === null) costs.server = null;
  else costs.server?.push(cost.server);
}

async function measureMessages(kind: Kind, server: BenchServer) {
  const state = await createState(kind, server);
  try {
    return await withBots({ state, layout: MESSAGE_LAYOUT }, async ({ stub, measure }) => {
      await stub.flood(MESSAGES.warmUp);
      const { result, cost } = await measure(0, () => stub.flood(MESSAGES.measured));
      const { botsMicros, postgresMicros } = cost;
      return {
        bot: botsMicros / result.sent,
        server: postgresMicros === null ? null : postgresMicros / result.sent,
      };
    });
  } finally {
    await state.drop();
  }
}

async function measureCases(kind: Kind, server: BenchServer) {
  const state = await createState(kind, server);
  const { warmUp, measured } = CASES;
  try {
    const figures = await withBots({ state, layout: CASE_LAYOUT }, async ({ stub, measure }) => {
      const empty = (await state.database?.tableBytes()) ?? new Map<string, number>();
      await stub.flood(warmUp, 'bad');
      await stub.traffic(CASES_DONE_MS);
      const { result, cost } = await measure(CASES_DONE_MS, () => stub.flood(measured, 'bad'));
      const per = (value: number): number => value / result.sent;
      const tables = (await state.database?.tableBytes()) ?? new Map<string, number>();
      const bytesOf = (table: string): number => tables.get(table) ?? 0;
      const grown = [...tables].map(
        ([name, bytes]) => [name, (bytes - (empty.get(name) ?? 0)) / (warmUp + measured)] as const,
      );
      return {
        bot: per(cost.botsMicros),
        server: cost.postgresMicros === null ? null : per(cost.postgresMicros),
        requests: per(cost.requests),
        transactions: per(cost.transactions),
        writtenRows: per(cost.writtenRows),
        walBytes: per(cost.walBytes),
        tableBytes: Object.fromEntries(grown.filter(([, bytes]) => bytes >= 1)),
        serverBytes: (bytesOf('watched_guilds') + bytesOf('case_numbers')) / CASE_LAYOUT.guilds,
        lost: result.sent - result.arrived,
      };
    });
    await state.database?.vacuum();
    return { ...figures, bytes: (await state.bytes()) / (warmUp + measured) };
  } finally {
    await state.drop();
  }
}

async function measureCheckpoints(kind: Kind, server: BenchServer) {
  const state = await createState(kind, server);
  try {
    const child = await startChild<CheckpointsRequest, string, number>(
      'postgres/checkpoints-process',
      state.settings,
    );
    try {
      const before = await child.send({ checkpoints: CHECKPOINTS.warmUp });
      const activityBefore = await state.activity();
      const after = await child.send({ checkpoints: CHECKPOINTS.measured });
      const activity = await state.activity();
      const per = (value: number): number => value / CHECKPOINTS.measured;
      const { cpuMicros } = activity;
      return {
        bot: per(after - before),
        server: cpuMicros === null ? null : per(cpuMicros - (activityBefore.cpuMicros ?? 0)),
        transactions: per(activity.transactions - activityBefore.transactions),
        walBytes: per(activity.walBytes - activityBefore.walBytes),
      };
    } finally {
      await child.stop();
    }
  } finally {
    await state.drop();
  }
}

/** Measures messages, cases and checkpoints on both databases in turns, so that other load affects both. */
export async function benchPostgres(
  server: BenchServer,
  progress: (detail: string) => void,
): Promise<PostgresResult> {
  const messages = comparison(MESSAGES.measured);
  const cases = comparison(CASES.measured);
  const checkpoints = comparison(CHECKPOINTS.measured);
  let casesOnPostgres: CaseOnPostgres | null = null;
  let sqliteBytesPerCase = Number.NaN;
  const perCheckpoint = { transactions: [] as number[], walBytes: [] as number[] };

  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of KINDS) {
      progress(`messages, round ${round} of ${ROUNDS}`);
      add(messages[kind], await measureMessages(kind, server));
    }
  }
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of KINDS) {
      progress(`checkpoints, round ${round} of ${ROUNDS}`);
      const figures = await measureCheckpoints(kind, server);
      add(checkpoints[kind], figures);
      if (kind === 'sqlite') continue;
      perCheckpoint.transactions.push(figures.transactions);
      perCheckpoint.walBytes.push(figures.walBytes);
    }
  }
  for (let round = 1; round <= CASE_ROUNDS; round += 1) {
    for (const kind of KINDS) {
      progress(`cases, round ${round} of ${CASE_ROUNDS}`);
      const { bytes, bot, server: onServer, ...figures } = await measureCases(kind, server);
      add(cases[kind], { bot, server: onServer });
      if (kind === 'sqlite') sqliteBytesPerCase = bytes;
      else casesOnPostgres = { ...figures, compactBytes: bytes };
    }
  }
  if (casesOnPostgres === null) throw new Error('There was no round with PostgreSQL.');
  return {
    server: server.version,
    messages,
    cases,
    checkpoints,
    casesOnPostgres,
    sqliteBytesPerCase,
    checkpointOnPostgres: {
      transactions: median(perCheckpoint.transactions),
      walBytes: median(perCheckpoint.walBytes),
    },
  };
}
