import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import type { StartedTagging, TaggingSessions } from '../moderation/tagging.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';
import { createVault } from './vault.ts';

/** As long as the service keeps a session (src/service/README.md). */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

const recordSchema = z.object({
  convoId: z.string(),
  guildId: z.string(),
  channelId: z.string(),
  userId: z.string(),
  title: z.string(),
  startedAt: z.number(),
  /** The author key, encrypted. */
  sealedKey: z.string(),
});

export interface TaggingSessionsDeps {
  readonly database: Database;
  /** Of `openStateKey`. */
  readonly stateKey: Buffer;
  readonly logger: Logger;
}

export function createTaggingSessions(deps: TaggingSessionsDeps): TaggingSessions {
  const { database, stateKey, logger } = deps;
  const vault = createVault(stateKey, 'author keys of tagging sessions');
  const sessions = createCollection({ database, prefix: 'tagging', schema: recordSchema, logger });
  /** A server's sessions; the keys are in the order they were started. */
  const ofGuild = createCollection({ database, prefix: 'tagging-of', schema: z.string(), logger });

  const rowKey = ({ guildId, convoId, startedAt }: StartedTagging): string =>
    `${guildId}:${String(startedAt).padStart(15, '0')}:${convoId}`;

  /** One session's key is of no use in another's record. */
  const boundTo = ({ guildId, convoId }: StartedTagging): string => `${guildId}:${convoId}`;

  return {
    async add(session, authorKey) {
      const record = { ...session, sealedKey: vault.seal(authorKey, boundTo(session)) };
      await database.setMany([
        sessions.row(session.convoId, record, KEPT_MS),
        ofGuild.row(rowKey(session), session.convoId, KEPT_MS),
      ]);
    },
    async remove(session) {
      await sessions.delete(session.convoId);
      await ofGuild.delete(rowKey(session));
    },
    async get(guildId, convoId) {
      const record = await sessions.get(convoId);
      return record?.guildId === guildId ? withoutKey(record) : null;
    },
    async list(guildId) {
      const rows = await ofGuild.keys(`${guildId}:`);
      const convoIds = rows.map((row) => row.slice(row.lastIndexOf(':') + 1));
      const records = await sessions.getMany(convoIds);
      return [...records.values()].map(withoutKey).reverse();
    },
    async authorKey(session) {
      const record = await sessions.get(session.convoId);
      return record === null ? null : vault.open(record.sealedKey, boundTo(record));
    },
    async placeOf(convoId) {
      const record = await sessions.get(convoId);
      if (record === null) return null;
      const { guildId, channelId, userId } = record;
      return { guildId, channelId, userId };
    },
  };
}

function withoutKey(record: z.infer<typeof recordSchema>): StartedTagging {
  const { sealedKey: _sealedKey, ...session } = record;
  return session;
}
