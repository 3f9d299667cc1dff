import { sql, type Kysely, type RawBuilder } from 'kysely';
import { jsonPieces, type JsonSource } from '../../shared/json-pieces.ts';
import { isPostgres } from '../../shared/database/postgres-dialect.ts';
import { keywordDigestKey } from '../domain/posts/digest.ts';
import type { StateDatabase, StateTables } from './tables.ts';

/** The namespaces of the key-value store whose keys are server ids. */
export const GUILD_NAMESPACES = ['policy', 'allowed-texts'] as const;

type Condition = (guildId: string) => RawBuilder<unknown>;

const byGuild: Condition = (guildId) => sql`guild_id = ${guildId}`;

/** Selects a server's rows of each table. */
const rowsOf: Readonly<Record<keyof StateTables, Condition>> = {
  cases: byGuild,
  case_days: byGuild,
  case_moderators: byGuild,
  case_numbers: byGuild,
  case_texts: byGuild,
  incidents: byGuild,
  checkpoints: byGuild,
  watched_guilds: byGuild,
  erasures: byGuild,
  left_guilds: byGuild,
  events: byGuild,
  digests: (guildId) => sql`target IN (${guildId}, ${keywordDigestKey(guildId)})`,
  posts: byGuild,
  keyword_hits: byGuild,
  notices: byGuild,
  reviews: byGuild,
  review_texts: byGuild,
  reporters: byGuild,
  member_notes: byGuild,
  mail_servers: byGuild,
  mail_conversations: byGuild,
  mail_entries: byGuild,
  logged_messages: byGuild,
  log_entries: byGuild,
  keywords: byGuild,
  server_words: byGuild,
  known_pictures: byGuild,
  insights_jobs: byGuild,
  tagging_sessions: byGuild,
};

/**
 * `erase`; `keep`; `working`: the bot needs the rows while it is in the server, and they contain no personal data. The
 * counter of numbers stays, so that buttons under old alerts never act on a new case with the same number. The record that
 * the bot has left the server stays until the service has removed the keywords, too.
 */
const treatment: Readonly<Record<keyof StateTables, 'erase' | 'keep' | 'working'>> = {
  cases: 'erase',
  case_days: 'erase',
  case_moderators: 'erase',
  case_numbers: 'keep',
  case_texts: 'erase',
  incidents: 'erase',
  checkpoints: 'working',
  watched_guilds: 'working',
  erasures: 'erase',
  left_guilds: 'keep',
  events: 'erase',
  digests: 'erase',
  posts: 'erase',
  keyword_hits: 'erase',
  notices: 'erase',
  reviews: 'erase',
  review_texts: 'erase',
  reporters: 'erase',
  member_notes: 'erase',
  mail_servers: 'erase',
  mail_conversations: 'erase',
  mail_entries: 'erase',
  logged_messages: 'erase',
  log_entries: 'erase',
  keywords: 'keep',
  server_words: 'erase',
  known_pictures: 'erase',
  insights_jobs: 'erase',
  tagging_sessions: 'erase',
};

/** Restricts the rows to erase while the bot is in the server. */
const erasedWhilePresent: Readonly<Partial<Record<keyof StateTables, RawBuilder<unknown>>>> = {
  // A posted event has no content; its id prevents a second post of the same event.
  events: sql` AND state != 'done'`,
  // Welcomes, reminders and reports are not posted twice.
  posts: sql` AND kind IN ('review', 'incident', 'digest', 'erasure', 'keyword', 'keyword edit', 'tagging', 'mail', 'mail entry', 'message log')`,
};

/** Nobody can read them in an export, and secrets do not belong there. */
const SECRET_COLUMNS: ReadonlySet<string> = new Set([
  'encrypted_key',
  'encrypted_preview',
  'encrypted_pictures',
  'encrypted_text',
  'encrypted_before',
  'encrypted_after',
]);

const tables = Object.keys(rowsOf) as (keyof StateTables)[];

/** How many rows are read at once. */
const PAGE = 500;

/** The stored texts of a server's messages, or of one member's, in pages. */
export async function* storedTexts(
  database: StateDatabase,
  { guildId, userId }: { readonly guildId: string; readonly userId?: string },
): AsyncGenerator<readonly string[]> {
  let after = 0;
  for (;;) {
    let query = database
      .selectFrom('case_texts')
      .select(['case_number', 'text'])
      .where('guild_id', '=', guildId)
      .where('case_number', '>', after);
    if (userId !== undefined) query = query.where('author_id', '=', userId);
    const rows = await query.orderBy('case_number').limit(PAGE).execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    yield rows.map(({ text }) => text);
    after = last.case_number;
  }
  let hits = database
    .selectFrom('keyword_hits')
    .select('text')
    .where('guild_id', '=', guildId)
    .where('text', 'is not', null);
  if (userId !== undefined) hits = hits.where('author_id', '=', userId);
  yield (await hits.execute()).flatMap(({ text }) => (text === null ? [] : [text]));
  let mail = database
    .selectFrom('mail_entries')
    .select(['text', 'before'])
    .where('guild_id', '=', guildId)
    .where('kind', '=', 'member');
  if (userId !== undefined) mail = mail.where('member_id', '=', userId);
  yield (await mail.execute()).flatMap(({ text, before }) => [text, before ?? ''].filter(Boolean));
}

/**
 * Erases a server's rows in steps, because other servers wait for each of them. Erasing again continues after a kill. Not its
 * keywords: they are removed one by one, together with those at the service. `isPresent`: the bot is still in the server.
 */
export async function eraseGuildRows(
  database: StateDatabase,
  guildId: string,
  isPresent: boolean,
): Promise<void> {
  for (const table of tables) {
    const kept = treatment[table];
    if (kept === 'keep' || (kept === 'working' && isPresent)) continue;
    const restriction = isPresent ? (erasedWhilePresent[table] ?? sql``) : sql``;
    const rows = sql`SELECT ${keysOf(table)} FROM ${sql.table(table)} WHERE ${rowsOf[table](guildId)}${restriction} LIMIT ${sql.lit(PAGE)}`;
    for (let isDone = false; !isDone;) {
      const erased =
        await sql`DELETE FROM ${sql.table(table)} WHERE (${keysOf(table)}) IN (${rows}) RETURNING 1`.execute(
          database,
        );
      isDone = erased.rows.length < PAGE;
    }
  }
}

export interface GuildExport {
  readonly guildId: string;
  /** The rows at the embedded service; null: there are none. */
  readonly service: JsonSource | null;
  readonly write: (piece: string) => Promise<void>;
  readonly onRows: (table: string, rows: number) => void;
}

/** Writes all rows of a server by table, as of one moment, without secrets, as JSON in pieces. JSON columns are parsed. */
export async function exportGuildRows(
  database: StateDatabase,
  { guildId, service, write, onRows }: GuildExport,
): Promise<void> {
  await inSnapshot(database, async (snapshot) => {
    const rows = Object.fromEntries(
      tables.map((table) => [table, pagesOf(snapshot, { table, guildId, onRows })]),
    );
    const keys = GUILD_NAMESPACES.map((namespace) => `${namespace}:${guildId}`);
    const settings = await sql<
      Record<string, unknown>
    >`SELECT key, value FROM keyv WHERE key IN (${sql.join(keys)})`.execute(snapshot);
    const pieces = jsonPieces({
      exportedAt: new Date().toISOString(),
      serverId: guildId,
      bot: { ...rows, settings: settings.rows.map(readable) },
      service,
    });
    for await (const piece of pieces) await write(piece);
  });
}

/** The columns by which each table's rows are sorted, so that they can be read in pages. */
const keyOf: Readonly<Record<keyof StateTables, readonly string[]>> = {
  cases: ['guild_id', 'number'],
  case_days: ['guild_id', 'day', 'channel_id'],
  case_moderators: ['guild_id', 'moderator_id', 'case_number'],
  case_numbers: ['guild_id'],
  case_texts: ['guild_id', 'case_number'],
  incidents: ['guild_id', 'number'],
  checkpoints: ['guild_id', 'channel_id'],
  watched_guilds: ['guild_id'],
  erasures: ['guild_id', 'member_id'],
  left_guilds: ['guild_id'],
  events: ['id'],
  digests: ['target'],
  posts: ['guild_id', 'kind', 'subject'],
  keyword_hits: ['event_id'],
  notices: ['guild_id', 'author_id'],
  reviews: ['guild_id', 'subject'],
  review_texts: ['guild_id', 'subject'],
  reporters: ['guild_id', 'message_id', 'reporter_id'],
  member_notes: ['guild_id', 'note_id'],
  mail_servers: ['guild_id'],
  mail_conversations: ['guild_id', 'member_id'],
  mail_entries: ['guild_id', 'entry_id'],
  logged_messages: ['guild_id', 'message_id'],
  log_entries: ['guild_id', 'message_id', 'kind', 'at'],
  keywords: ['guild_id', 'folded'],
  server_words: ['guild_id', 'key'],
  known_pictures: ['guild_id', 'hash'],
  insights_jobs: ['guild_id', 'job_id'],
  tagging_sessions: ['convo_id'],
};

const keysOf = (table: keyof StateTables): RawBuilder<unknown> =>
  sql.join(keyOf[table].map((column) => sql.ref(column)));

async function* pagesOf(
  snapshot: StateDatabase,
  {
    table,
    guildId,
    onRows,
  }: { table: keyof StateTables; guildId: string } & Pick<GuildExport, 'onRows'>,
): AsyncGenerator<readonly object[]> {
  const key = keysOf(table);
  let after = sql``;
  for (let count = 0; ;) {
    const { rows } = await sql<
      Record<string, unknown>
    >`SELECT * FROM ${sql.table(table)} WHERE ${rowsOf[table](guildId)}${after} ORDER BY ${key} LIMIT ${sql.lit(PAGE)}`.execute(
      snapshot,
    );
    yield rows.map(readable);
    count += rows.length;
    onRows(table, count);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    after = sql` AND (${key}) > (${sql.join(keyOf[table].map((column) => last[column]))})`;
  }
}

/** Runs reads that see one state of the database, without keeping the bot from writing. */
function inSnapshot<Tables, T>(
  database: Kysely<Tables>,
  read: (snapshot: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return database.connection().execute(async (connection) => {
    const isolation = isPostgres(database)
      ? sql` ISOLATION LEVEL REPEATABLE READ READ ONLY`
      : sql``;
    await sql`BEGIN${isolation}`.execute(connection);
    try {
      return await read(connection);
    } finally {
      await sql`COMMIT`.execute(connection);
    }
  });
}

function readable(row: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !SECRET_COLUMNS.has(column))
      .map(([column, value]) => [column, parsed(value)]),
  );
}

/** The parsed value of a text that is JSON, or the value itself. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[{[]/.test(value)) return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}
