import type { Selectable } from 'kysely';
import type { Clock } from '../../../shared/clock.ts';
import type { StartedTagging, TaggingSessions } from '../../domain/tagging.ts';
import { createEncryption } from '../secrets/encryption.ts';
import type { StateDatabase, StateTables } from '../tables.ts';

/** The service keeps a session for this time (src/service/README.md). */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export interface TaggingSessionsDeps {
  readonly database: StateDatabase;
  /** From `openStateKey`. */
  readonly stateKey: Buffer;
  readonly clock: Clock;
}

export function createTaggingSessions(deps: TaggingSessionsDeps): TaggingSessions {
  const { database, stateKey, clock } = deps;
  const encryption = createEncryption(stateKey, 'author keys of tagging sessions');

  /** Binds an encrypted key to its session. */
  const contextOf = ({ guildId, convoId }: Pick<StartedTagging, 'guildId' | 'convoId'>): string =>
    `${guildId}:${convoId}`;

  const selectSessions = () =>
    database.selectFrom('tagging_sessions').selectAll().where('expires_at', '>', clock.now());

  return {
    async add(session, authorKey) {
      await database
        .insertInto('tagging_sessions')
        .values({
          convo_id: session.convoId,
          guild_id: session.guildId,
          channel_id: session.channelId,
          user_id: session.userId,
          title: session.title,
          started_at: session.startedAt,
          expires_at: clock.now() + RETENTION_MS,
          encrypted_key: encryption.encrypt(authorKey, contextOf(session)),
        })
        .execute();
    },
    async remove({ convoId }) {
      await database.deleteFrom('tagging_sessions').where('convo_id', '=', convoId).execute();
    },
    async get(guildId, convoId) {
      const row = await selectSessions()
        .where('convo_id', '=', convoId)
        .where('guild_id', '=', guildId)
        .executeTakeFirst();
      return row === undefined ? null : sessionOf(row);
    },
    async list(guildId) {
      const rows = await selectSessions()
        .where('guild_id', '=', guildId)
        .orderBy('started_at', 'desc')
        .execute();
      return rows.map(sessionOf);
    },
    async authorKey(session) {
      const row = await selectSessions().where('convo_id', '=', session.convoId).executeTakeFirst();
      return row === undefined
        ? null
        : encryption.decrypt(row.encrypted_key, contextOf(sessionOf(row)));
    },
    async placeOf(convoId) {
      const row = await selectSessions().where('convo_id', '=', convoId).executeTakeFirst();
      if (row === undefined) return null;
      return { guildId: row.guild_id, channelId: row.channel_id, userId: row.user_id };
    },
  };
}

function sessionOf(row: Selectable<StateTables['tagging_sessions']>): StartedTagging {
  return {
    convoId: row.convo_id,
    guildId: row.guild_id,
    channelId: row.channel_id,
    userId: row.user_id,
    title: row.title,
    startedAt: row.started_at,
  };
}
