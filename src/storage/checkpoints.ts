import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { Checkpoint, Checkpoints } from '../moderation/ports.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

const checkpointSchema: z.ZodType<Checkpoint> = z.object({
  messageId: z.string().regex(/^\d+$/),
  editedAt: z.number(),
});

export function createCheckpoints(database: Database, logger: Logger): Checkpoints {
  const guilds = createCollection({
    database,
    prefix: 'watched-since',
    schema: z.string().regex(/^\d+$/),
    logger,
  });
  const channels = createCollection({
    database,
    prefix: 'checkpoint',
    schema: checkpointSchema,
    logger,
  });
  const keyOf = (guildId: string, channelId: string): string => `${guildId}:${channelId}`;

  return {
    async watchedSince(guildId, nowId) {
      const known = await guilds.get(guildId);
      if (known !== null) return known;
      await guilds.set(guildId, nowId);
      return nowId;
    },
    async read(guildId, channelIds) {
      const found = await channels.getMany(channelIds.map((id) => keyOf(guildId, id)));
      return new Map(
        [...found].map(([key, checkpoint]) => [key.slice(guildId.length + 1), checkpoint]),
      );
    },
    async forget(guildId) {
      for (const key of await channels.keys(`${guildId}:`)) await channels.delete(key);
      await guilds.delete(guildId);
    },
    async write(guildId, checkpoints) {
      await database.setMany(
        [...checkpoints].map(([channelId, checkpoint]) =>
          channels.row(keyOf(guildId, channelId), checkpoint),
        ),
      );
    },
  };
}
