import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import type { ErasureScope } from '../../service-api/embedded-service.ts';
import { redactPii } from '../samples/redact-pii.ts';
import type { ServiceDatabase } from './tables.ts';

/** Number of texts per statement. */
const MAX_TEXTS = 200;

export async function eraseFromStore(
  database: ServiceDatabase,
  scope: ErasureScope,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    if ('samples' in scope) return eraseSamples(transaction, scope);
    if ('convoIds' in scope) await eraseSessions(transaction, scope.convoIds);
    if (!('propertyId' in scope)) return;
    const { propertyId } = scope;
    let events = transaction.deleteFrom('property_events').where('property_id', '=', propertyId);
    // An event that still waits for its delivery contains the message.
    let waiting = transaction.deleteFrom('outbox').where('body', 'like', `%${propertyId}%`);
    if ('userId' in scope) {
      events = events.where('detail', 'like', `%"${scope.userId}"%`);
      waiting = waiting.where('body', 'like', `%${scope.userId}%`);
    }
    await events.execute();
    await waiting.execute();
    if (!('convoIds' in scope)) return;
    for (const table of ['property_days', 'property_settings'] as const) {
      await transaction.deleteFrom(table).where('property_id', '=', propertyId).execute();
    }
  });
}

async function eraseSessions(
  transaction: ServiceDatabase,
  convoIds: readonly string[],
): Promise<void> {
  if (convoIds.length === 0) return;
  await transaction.deleteFrom('tagging_sessions').where('convo_id', 'in', convoIds).execute();
}

async function eraseSamples(
  transaction: ServiceDatabase,
  { samples, lines }: { readonly samples: readonly string[]; readonly lines: readonly string[] },
): Promise<void> {
  for (const line of new Set(lines.map(redactPii))) {
    for (const table of ['samples', 'insights_results'] as const) {
      await transaction.deleteFrom(table).where(hasLine(transaction, line)).execute();
    }
  }
  const stored = [...new Set(samples.map(redactPii))];
  for (let start = 0; start < stored.length; start += MAX_TEXTS) {
    const texts = stored.slice(start, start + MAX_TEXTS);
    for (const table of ['samples', 'insights_results'] as const) {
      await transaction.deleteFrom(table).where('sample', 'in', texts).execute();
    }
  }
}

function hasLine(database: ServiceDatabase, line: string): RawBuilder<SqlBool> {
  const position = sql.raw(isPostgres(database) ? 'strpos' : 'instr');
  const inLines = sql`${'\n'} || sample || ${'\n'}`;
  return sql<SqlBool>`${position}(${inLines}, ${`\n${line}\n`}) > 0`;
}

/** The rows that belong to a property, by table. */
export async function exportFromStore(
  database: ServiceDatabase,
  propertyId: string,
): Promise<Record<string, readonly object[]>> {
  const exported: Record<string, readonly object[]> = {};
  for (const table of ['property_days', 'property_settings', 'property_events'] as const) {
    const { rows } = await sql<
      Record<string, unknown>
    >`SELECT * FROM ${sql.table(table)} WHERE property_id = ${propertyId}`.execute(database);
    exported[table] = rows;
  }
  return exported;
}
