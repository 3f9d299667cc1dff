import type { Comparison, PostgresResult } from '../postgres/postgres.ts';
import { median } from '../statistics.ts';
import type { FootprintResult } from './footprint.ts';

/** CPU time of the bot's process and of PostgreSQL's, in microseconds. */
interface Cpu {
  bot: number;
  postgres: number;
}

/** Measured costs per unit on PostgreSQL. */
export interface UnitCosts extends Omit<FootprintResult, 'channelsPerServer'> {
  /** A harmless message; its checkpoint is counted separately. */
  message: Pick<Cpu, 'bot'>;
  /** A case, including its message and its checkpoint. */
  case: Cpu & {
    requests: number;
    transactions: number;
    walBytes: number;
    /** Bytes that are kept as long as the case, and bytes that are kept as long as its text. */
    bytes: number;
    textBytes: number;
  };
  checkpoint: Cpu & { transactions: number; walBytes: number; bytes: number };
  storedServerBytes: number;
  sampleBytes: number;
}

function cpuOf({ postgres: { bot, server } }: Comparison): Cpu {
  return { bot: median(bot), postgres: server === null ? 0 : median(server) };
}

export function unitCosts(
  { messages, cases, checkpoints, casesOnPostgres, checkpointOnPostgres }: PostgresResult,
  footprint: FootprintResult,
  sampleBytes: number,
): UnitCosts {
  const { requests, transactions, walBytes, tableBytes } = casesOnPostgres;
  return {
    ...footprint,
    message: { bot: median(messages.postgres.bot) },
    case: {
      ...cpuOf(cases),
      requests,
      transactions,
      walBytes,
      bytes: (tableBytes['cases'] ?? 0) + (tableBytes['notices'] ?? 0),
      textBytes: tableBytes['case_texts'] ?? 0,
    },
    checkpoint: {
      ...cpuOf(checkpoints),
      ...checkpointOnPostgres,
      // In the runs with cases, each message was in a different channel.
      bytes: tableBytes['checkpoints'] ?? 0,
    },
    storedServerBytes: casesOnPostgres.serverBytes,
    sampleBytes,
  };
}
