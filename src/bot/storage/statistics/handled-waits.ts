import type { CaseStatistics } from '../../domain/figures/case-figures.ts';
import type { StateDatabase } from '../tables.ts';

/** Read for the figures of moderators. */
const MAX_WAITS = 10_000;

/** Reads how long cases waited for moderators, the newest ones if there are many. */
export function createHandledWaits(database: StateDatabase): CaseStatistics['waits'] {
  return async (guildId, { fromMs, toMs, canSee }) => {
    const rows = await database
      .selectFrom('cases')
      .select(['channel_id', 'handled_by', 'handled_at', 'opened_at'])
      .where('guild_id', '=', guildId)
      .where('opened_at', '>=', fromMs)
      .where('opened_at', '<', toMs)
      .where('handled_by', 'is not', null)
      .where('handled_at', 'is not', null)
      .orderBy('opened_at', 'desc')
      .limit(MAX_WAITS)
      .execute();
    const visible = new Set<string>();
    for (const channelId of new Set(rows.map((row) => row.channel_id))) {
      if (canSee === null || (await canSee(channelId))) visible.add(channelId);
    }
    return rows
      .filter((row) => visible.has(row.channel_id))
      .map((row) => ({
        byId: row.handled_by ?? '',
        waitedMs: (row.handled_at ?? row.opened_at) - row.opened_at,
      }));
  };
}
