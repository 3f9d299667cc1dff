import type { Selectable } from 'kysely';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Shards } from '../../../shared/shards.ts';
import { openActionOf, caseSchema, urgencyOf, type Case } from '../../domain/case.ts';
import { factsOf } from '../../domain/figures/case-figures.ts';
import { outcomesColumn } from '../../domain/incidents/figures.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

export interface CaseStoreContext {
  readonly database: StateDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The servers that are meant where none is named. */
  readonly shards: Shards;
}

type Row = Pick<Selectable<StateTables['cases']>, 'guild_id' | 'number' | 'record'>;

/** Null, with a log entry: the record cannot be read. */
export function caseOf(
  { guild_id: guildId, number, record }: Row,
  { logger }: Pick<CaseStoreContext, 'logger'>,
): Case | null {
  return parseRecord(caseSchema, record, { logger, name: `case ${guildId}#${number}` });
}

export function selectCases(database: StateDatabase) {
  return database.selectFrom('cases').select(['guild_id', 'number', 'record']);
}

/** The columns that follow from the record, whose changes change them. */
export function columnsOf(record: Case) {
  const { result, category, handled, isFalsePositive, stands } = factsOf(record);
  return {
    record: JSON.stringify(record),
    result,
    category,
    handled_by: handled?.byId ?? null,
    handled_as: handled?.kind ?? null,
    false_positive: isFalsePositive ? (1 as const) : (0 as const),
    stands: stands ? (1 as const) : (0 as const),
    next_action: openActionOf(record)?.action.kind ?? null,
    urgency: urgencyOf(record),
    alert_id: record.alert?.messageId ?? null,
    incident: record.incident,
    similar_to: record.similarTo,
    outcomes: outcomesColumn(record),
  };
}
