import type { Checkpoints } from '../domain/ports.ts';
import type { StateDatabase } from './tables.ts';

export function createCheckpoints(database: StateDatabase): Checkpoints {
  return {
    async watchedSince(guildId, nowId) {
      const { since_id: since } = await database
        .insertInto('watched_guilds')
        .values({ guild_id: guildId, since_id: nowId })
        .onConflict((conflict) =>
          conflict.column('guild_id').doUpdateSet(({ fn }) => ({
            since_id: fn.coalesce('watched_guilds.since_id', 'excluded.since_id'),
          })),
        )
        .returning('since_id')
        .executeTakeFirstOrThrow();
      return since ?? nowId;
    },
    async read(guildId, channelIds) {
      if (channelIds.length === 0) return new Map();
      const rows = await database
        .selectFrom('checkpoints')
        .select(['channel_id', 'message_id', 'edited_at'])
        .where('guild_id', '=', guildId)
        .where('channel_id', 'in', channelIds)
        .execute();
      return new Map(
        rows.map((row) => [row.channel_id, { messageId: row.message_id, editedAt: row.edited_at }]),
      );
    },
    write: (guildId, checkpoints, guildWatermark) =>
      database.transaction().execute(async (transaction) => {
        if (checkpoints.size > 0) {
          await transaction
            .insertInto('checkpoints')
            .values(
              [...checkpoints].map(([channelId, { messageId, editedAt }]) => ({
                guild_id: guildId,
                channel_id: channelId,
                message_id: messageId,
                edited_at: editedAt,
              })),
            )
            .onConflict((conflict) =>
              conflict.columns(['guild_id', 'channel_id']).doUpdateSet(({ ref }) => ({
                message_id: ref('excluded.message_id'),
                edited_at: ref('excluded.edited_at'),
              })),
            )
            .execute();
        }
        await transaction
          .insertInto('watched_guilds')
          .values({ guild_id: guildId, watermark_id: guildWatermark })
          .onConflict((conflict) =>
            conflict.column('guild_id').doUpdateSet({ watermark_id: guildWatermark }),
          )
          .execute();
      }),
    async guildWatermark(guildId) {
      const row = await database
        .selectFrom('watched_guilds')
        .select('watermark_id')
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      return row?.watermark_id ?? null;
    },
    forget: (guildId) =>
      database.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('checkpoints').where('guild_id', '=', guildId).execute();
        await transaction.deleteFrom('watched_guilds').where('guild_id', '=', guildId).execute();
      }),
  };
}
