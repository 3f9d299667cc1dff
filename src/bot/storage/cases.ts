import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../shared/shards.ts';
import type { Cases } from '../domain/ports.ts';
import { createCaseReader } from './cases/case-reader.ts';
import { createCaseRemover, type CaseRemover } from './cases/case-remover.ts';
import { createCaseWriter, type CaseWriter } from './cases/case-writer.ts';
import type { StateDatabase } from './tables.ts';

export type StoredCases = Cases & CaseWriter & CaseRemover;

/** `shards`: the shards whose servers count in methods that name no server. */
export function createCases(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredCases {
  const context = { database, clock, logger, shards };
  return {
    ...createCaseReader(context),
    ...createCaseWriter(context),
    ...createCaseRemover(context),
  };
}
