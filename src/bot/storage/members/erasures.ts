import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Clock } from '../../../shared/clock.ts';
import { inShards } from '../../../shared/database/in-shards.ts';
import type { Logger } from '../../../shared/logger.ts';
import { ALL_SERVERS, type Shards } from '../../../shared/shards.ts';
import type { ErasedData, ErasureRequest } from '../../domain/stored-data.ts';
import { eraseMail } from '../mail/mail-data.ts';
import { wantPost, type AlsoWrite } from '../posts.ts';
import { createReviewData } from '../reviews/review-data.ts';
import type { StateDatabase } from '../tables.ts';
import {
  eraseFromCases,
  eraseKeywordTexts,
  eraseLoggedMessages,
  eraseNotes,
} from './member-erasure.ts';
import { casesBy } from './member-records.ts';

type Member = Pick<ErasureRequest, 'guildId' | 'userId'>;

export interface Erasure extends ErasureRequest {
  readonly hasEnded: boolean;
  readonly erased: ErasedData;
}

/** Stores erasures of members' data, so that they continue after a kill. */
export interface StoredErasures {
  /** If there is one already, it continues with its counts. */
  begin(request: ErasureRequest): Promise<void>;
  get(member: Member): Promise<Erasure | null>;
  /** Those that have not ended. */
  unfinished(): Promise<ErasureRequest[]>;
  /** Erases in steps of a few milliseconds. Each step is stored with its count. */
  steps(member: Member): AsyncIterable<void>;
  /** Asks for the post that tells the moderators, if anything was erased. */
  end(member: Member): Promise<void>;
  /** Forgets an ended erasure that the moderators have been told about, unless its counts have changed. */
  forget(erasure: Erasure): AlsoWrite;
}

export function createErasures(
  database: StateDatabase,
  clock: Clock,
  logger: Logger,
  shards: Shards = ALL_SERVERS,
): StoredErasures {
  const context = { database, clock, logger };
  const reviewData = createReviewData(database, clock, logger);
  const forget =
    (member: Erasure): AlsoWrite =>
    (transaction) =>
      transaction
        .deleteFrom('erasures')
        .where(isOf(member))
        .where('ended', '=', 1)
        .where('cases', '=', member.erased.cases)
        .where('texts', '=', member.erased.texts)
        .where('notes', '=', member.erased.notes)
        .where('reviews', '=', member.erased.reviews)
        .where('mail', '=', member.erased.mail)
        .where('messages', '=', member.erased.messages)
        .execute();

  async function get(member: Member): Promise<Erasure | null> {
    const { guildId, userId } = member;
    const row = await database
      .selectFrom('erasures')
      .selectAll()
      .where(isOf(member))
      .executeTakeFirst();
    if (row === undefined) return null;
    const { by_id: byId, ended, cases, texts, notes, reviews, mail, messages } = row;
    const erased = { cases, texts, notes, reviews, mail, messages };
    return { guildId, userId, byId, hasEnded: ended === 1, erased };
  }

  return {
    get,
    forget,
    async begin({ guildId, userId, byId }) {
      await database
        .insertInto('erasures')
        .values({
          guild_id: guildId,
          member_id: userId,
          by_id: byId,
          ended: 0,
          cases: 0,
          texts: 0,
          notes: 0,
          reviews: 0,
          mail: 0,
          messages: 0,
        })
        .onConflict((conflict) =>
          conflict.columns(['guild_id', 'member_id']).doUpdateSet({ by_id: byId, ended: 0 }),
        )
        .execute();
    },
    async unfinished() {
      const rows = await database
        .selectFrom('erasures')
        .select(['guild_id', 'member_id', 'by_id'])
        .where('ended', '=', 0)
        .where(inShards('guild_id', shards))
        .execute();
      return rows.map((row) => ({
        guildId: row.guild_id,
        userId: row.member_id,
        byId: row.by_id,
      }));
    },
    async *steps(member) {
      const { guildId, userId } = member;
      for await (const chunk of casesBy(context, guildId, userId)) {
        if (chunk.length === 0) continue;
        await step(database, member, 'cases', (transaction) =>
          eraseFromCases({ ...context, database: transaction }, { guildId, userId, chunk }),
        );
        yield;
      }
      await step(database, member, 'texts', (transaction) =>
        eraseKeywordTexts({ ...context, database: transaction }, guildId, userId),
      );
      await step(database, member, 'notes', (transaction) =>
        eraseNotes(transaction, guildId, userId),
      );
      await step(database, member, 'reviews', (transaction) =>
        reviewData.erase(transaction, guildId, userId),
      );
      await step(database, member, 'mail', (transaction) =>
        eraseMail(transaction, guildId, userId),
      );
      await step(database, member, 'messages', (transaction) =>
        eraseLoggedMessages(transaction, guildId, userId),
      );
    },
    end: (member) =>
      database.transaction().execute((transaction) => endIn(transaction, member, clock)),
  };
}

/** Erases and counts in one transaction, so that a kill between the two changes nothing. */
async function step(
  database: StateDatabase,
  member: Member,
  count: keyof ErasedData,
  erase: (transaction: StateDatabase) => Promise<number>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const erased = await erase(transaction);
    if (erased === 0) return;
    await transaction
      .updateTable('erasures')
      .set({ [count]: sql`${sql.ref(count)} + ${erased}` })
      .where(isOf(member))
      .execute();
  });
}

async function endIn(
  transaction: StateDatabase,
  member: Member,
  clock: Pick<Clock, 'now'>,
): Promise<void> {
  const { numDeletedRows } = await transaction
    .deleteFrom('erasures')
    .where(isOf(member))
    .where('cases', '=', 0)
    .where('texts', '=', 0)
    .where('notes', '=', 0)
    .where('reviews', '=', 0)
    .where('mail', '=', 0)
    .where('messages', '=', 0)
    .executeTakeFirstOrThrow();
  if (numDeletedRows > 0n) return;
  await transaction.updateTable('erasures').set({ ended: 1 }).where(isOf(member)).execute();
  const { guildId, userId: subject } = member;
  const post = { guildId, kind: 'erasure', subject, urgency: 'summary' } as const;
  await wantPost(transaction, post, clock.now());
}

function isOf({ guildId, userId }: Member): RawBuilder<SqlBool> {
  return sql<SqlBool>`guild_id = ${guildId} AND member_id = ${userId}`;
}
