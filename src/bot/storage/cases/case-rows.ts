import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Clock } from '../../../shared/clock.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Shards } from '../../../shared/shards.ts';
import {
  openActionOf,
  caseSchema,
  manualActionOf,
  urgencyOf,
  type Case,
} from '../../domain/case.ts';
import { banToEndAt } from '../../domain/actions/active-effects.ts';
import { factsOf } from '../../domain/figures/case-figures.ts';
import { outcomesColumn } from '../../domain/incidents/figures.ts';
import { parseRecord } from '../parse-record.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

export interface CaseStoreContext {
  readonly database: StateDatabase;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The shards whose servers count in methods that name no server. */
  readonly shards: Shards;
}

export type CaseRow = Pick<Selectable<StateTables['cases']>, 'guild_id' | 'number' | 'record'>;

/** Null, with a log entry: the record cannot be read. */
export function caseOf(
  { guild_id: guildId, number, record }: CaseRow,
  { logger }: Pick<CaseStoreContext, 'logger'>,
): Case | null {
  return parseRecord(caseSchema, record, { logger, name: `case ${guildId}#${number}` });
}

/** Parsed without a pause: takes some milliseconds. */
const PARSED_AT_ONCE = 25;

/** The records that can be read, in the same order. */
export async function casesOf(
  rows: readonly CaseRow[],
  context: Pick<CaseStoreContext, 'logger'>,
): Promise<Case[]> {
  const records: Case[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % PARSED_AT_ONCE === 0) await nextTurn();
    const record = caseOf(row, context);
    if (record !== null) records.push(record);
  }
  return records;
}

export function selectCases(database: StateDatabase) {
  return database.selectFrom('cases').select(['guild_id', 'number', 'record']);
}

/** The columns that are derived from the record, and change with it. */
export function columnsOf(record: Case) {
  const { result, category, handled, handledAt, isFalsePositive, stands } = factsOf(record);
  return {
    record: JSON.stringify(record),
    used_by: record.author.usedBy,
    result,
    category,
    handled_by: handled?.byId ?? null,
    handled_at: handledAt,
    handled_as: handled?.kind ?? null,
    false_positive: isFalsePositive ? (1 as const) : (0 as const),
    stands: stands ? (1 as const) : (0 as const),
    next_action: openActionOf(record)?.action.kind ?? null,
    urgency: urgencyOf(record),
    alert_id: record.alert?.messageId ?? null,
    incident: record.incident,
    similar_to: record.similarTo,
    ban_ends_at: banToEndAt(record),
    outcomes: outcomesColumn(record),
  };
}

/** The moderators who acted on a case, wrote a note about it or changed its reason, by id. */
function moderatorsOf(record: Case): Set<string> {
  const manual = manualActionOf(record);
  const entries = [
    ...record.moderatorActions,
    ...record.notes,
    ...(record.reasonChanges ?? []),
    ...(manual === null ? [] : [manual]),
  ];
  return new Set(entries.map(({ by }) => by.id));
}

/** Stores who acted on a case. `before`: the case as stored until now; null: it is new. */
export async function saveModerators(
  transaction: StateDatabase,
  before: Case | null,
  after: Case,
): Promise<void> {
  const { guildId, number } = after;
  const known = before === null ? new Set<string>() : moderatorsOf(before);
  const current = moderatorsOf(after);
  const added = [...current].filter((id) => !known.has(id));
  const removed = [...known].filter((id) => !current.has(id));
  if (added.length > 0) {
    await transaction
      .insertInto('case_moderators')
      .values(added.map((id) => ({ guild_id: guildId, moderator_id: id, case_number: number })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  if (removed.length > 0) {
    await transaction
      .deleteFrom('case_moderators')
      .where('guild_id', '=', guildId)
      .where('case_number', '=', number)
      .where('moderator_id', 'in', removed)
      .execute();
  }
}
