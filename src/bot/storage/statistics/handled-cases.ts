import { handledKindSchema, type CaseStatistics } from '../../domain/figures/case-figures.ts';
import type { StateDatabase } from '../tables.ts';

/** Read for the figures of moderators. */
const MAX_HANDLED = 10_000;

/** Reads the cases that moderators handled, the newest ones if there are many. */
export function createHandledCases(database: StateDatabase): CaseStatistics['handled'] {
  return async (guildId, { fromMs, toMs, canSee }) => {
    const rows = await database
      .selectFrom('cases')
      .select(['channel_id', 'handled_by', 'handled_as', 'handled_at', 'opened_at'])
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', fromMs)
      .where('opened_at', '<', toMs)
      .where('handled_by', 'is not', null)
      .orderBy('opened_at', 'desc')
      .limit(MAX_HANDLED)
      .execute();
    const visible = new Set<string>();
    for (const channelId of new Set(rows.map((row) => row.channel_id))) {
      if (canSee === null || (await canSee(channelId))) visible.add(channelId);
    }
    return rows
      .filter((row) => visible.has(row.channel_id))
      .map((row) => ({
        byId: row.handled_by ?? '',
        kind: handledKindSchema.parse(row.handled_as),
        waitedMs: row.handled_at === null ? null : row.handled_at - row.opened_at,
      }));
  };
}
