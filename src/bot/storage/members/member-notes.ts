import type { Clock } from '../../../shared/clock.ts';
import type { MemberNotes } from '../../domain/member-notes.ts';
import type { StateDatabase } from '../tables.ts';

export function createMemberNotes(database: StateDatabase, clock: Clock): MemberNotes {
  return {
    async add(guildId, memberId, { id, by, at, text, expiresAt }) {
      await database
        .insertInto('member_notes')
        .values({
          guild_id: guildId,
          note_id: id,
          member_id: memberId,
          by_id: by.id,
          by_name: by.name,
          written_at: at,
          text,
          expires_at: expiresAt,
        })
        .execute();
    },
    async list(guildId, memberId) {
      const rows = await database
        .selectFrom('member_notes')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('member_id', '=', memberId)
        .where('expires_at', '>', clock.now())
        .orderBy('written_at')
        .orderBy('note_id')
        .execute();
      return rows.map((row) => ({
        id: row.note_id,
        by: { id: row.by_id, name: row.by_name },
        at: row.written_at,
        text: row.text,
      }));
    },
    async remove(guildId, memberId, id) {
      const { numDeletedRows } = await database
        .deleteFrom('member_notes')
        .where('guild_id', '=', guildId)
        .where('member_id', '=', memberId)
        .where('note_id', '=', id)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
