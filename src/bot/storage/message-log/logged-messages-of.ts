import { isoTime, type Clock } from '../../../shared/clock.ts';
import type { StateDatabase } from '../tables.ts';
import type { LogTexts } from './log-texts.ts';

/** How many messages are read at once. */
const PAGE = 500;

/** A member's messages that are kept for the message log, for their export, in pages. */
export async function* loggedMessagesOf(
  {
    database,
    clock,
    logTexts,
  }: {
    readonly database: StateDatabase;
    readonly clock: Clock;
    readonly logTexts: LogTexts;
  },
  guildId: string,
  userId: string,
): AsyncGenerator<readonly object[]> {
  const textOf = (messageId: string, sealed: string | null): string | null =>
    sealed === null ? null : (logTexts.open({ guildId, messageId }, sealed)?.text ?? null);
  for (let after = ''; ;) {
    const rows = await database
      .selectFrom('logged_messages')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('author_id', '=', userId)
      .where('message_id', '>', after)
      .where('expires_at', '>', clock.now())
      .orderBy('message_id')
      .limit(PAGE)
      .execute();
    yield rows.map((row) => ({
      channelId: row.channel_id,
      messageId: row.message_id,
      text: textOf(row.message_id, row.encrypted_text),
      keptUntil: isoTime(row.expires_at),
    }));
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.message_id;
  }
  const waiting = await database
    .selectFrom('log_entries')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('author_id', '=', userId)
    .where('expires_at', '>', clock.now())
    .execute();
  yield waiting.map((row) => ({
    channelId: row.channel_id,
    messageId: row.message_id,
    [row.kind === 'edited' ? 'editedAt' : 'deletedAt']: isoTime(row.at),
    text: textOf(row.message_id, row.encrypted_before),
    ...(row.encrypted_after === null
      ? {}
      : { textAfter: textOf(row.message_id, row.encrypted_after) }),
  }));
}
