import { z } from 'zod';
import { createInTurn } from '../lib/in-turn.ts';
import type { Logger } from '../lib/logger.ts';
import { caseSchema, type Case } from '../moderation/case.ts';
import type { Cases } from '../moderation/ports.ts';
import { isUnfinished } from '../moderation/rulings.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long a message's latest case can be found by the message's id. It only has to outlast the longest
 * time after which a message may be met again: a bot that was down for a while.
 */
const BY_MESSAGE_TTL_MS = 90 * DAY_MS;

/** So many rows are read or written at once where there may be very many. */
const BATCH = 500;

/** Above every number of a case. */
const NUMBER_LIMIT = 10 ** 10;

/**
 * Cases, numbered per guild. A guild has one writer (its shard), so numbers are handed out from memory;
 * the first one is found by looking for the highest stored.
 */
export function createCases(database: Database, logger: Logger): Cases {
  const cases = createCollection({ database, prefix: 'case', schema: caseSchema, logger });
  const evidence = createCollection({ database, prefix: 'evidence', schema: z.string(), logger });
  const byMessage = createCollection({ database, prefix: 'case-of', schema: z.int(), logger });
  /** An author's cases; the keys are in the order the newest come first. */
  const byAuthor = createCollection({ database, prefix: 'case-by', schema: z.int(), logger });
  /** Servers whose cases are all in `byAuthor`: an earlier version had no such list. */
  const listed = createCollection({
    database,
    prefix: 'cases-by',
    schema: z.literal(true),
    logger,
  });
  /** Names the cases that are not finished, so that a new process finds them without reading all others. */
  const open = createCollection({ database, prefix: 'open-case', schema: z.literal(true), logger });

  /** The last number given out, by guild. */
  const lastNumbers = new Map<string, number>();
  const lookUps = new Map<string, Promise<void>>();

  async function findLastNumber(guildId: string): Promise<void> {
    try {
      lastNumbers.set(guildId, await cases.highestNumber(`${guildId}:`));
    } finally {
      lookUps.delete(guildId);
    }
  }

  async function lastNumber(guildId: string): Promise<number> {
    if (!lastNumbers.has(guildId)) {
      const lookUp = lookUps.get(guildId) ?? findLastNumber(guildId);
      lookUps.set(guildId, lookUp);
      await lookUp;
    }
    return lastNumbers.get(guildId) ?? 0;
  }

  async function nextNumber(guildId: string): Promise<number> {
    await lastNumber(guildId);
    // Nothing is awaited between the look and the step, so no number is given out twice.
    const next = (lastNumbers.get(guildId) ?? 0) + 1;
    lastNumbers.set(guildId, next);
    return next;
  }

  const inTurn = createInTurn();

  const keyOf = (guildId: string, number: number): string => `${guildId}:${number}`;

  const authorKey = (guildId: string, authorId: string, number: number): string =>
    `${guildId}:${authorId}:${NUMBER_LIMIT - number}`;

  async function numbersBy(
    guildId: string,
    authorId: string,
    { below, limit }: { below?: number; limit: number },
  ): Promise<number[]> {
    await listByAuthor(guildId);
    const keys = await byAuthor.page(`${guildId}:${authorId}:`, {
      ...(below === undefined ? {} : { after: authorKey(guildId, authorId, below) }),
      limit,
    });
    return keys.map((key) => NUMBER_LIMIT - Number(key.split(':').at(-1)));
  }

  async function recordsOf(guildId: string, numbers: readonly number[]): Promise<Case[]> {
    const records = await cases.getMany(numbers.map((number) => keyOf(guildId, number)));
    return [...records.values()];
  }

  /** Downwards from the newest; a number whose record is corrupt is passed over. */
  async function latest(
    guildId: string,
    { below, limit }: { below?: number; limit: number },
  ): Promise<Case[]> {
    const records: Case[] = [];
    let next = below ?? (await lastNumber(guildId)) + 1;
    while (next > 1 && records.length < limit) {
      const count = Math.min(limit - records.length, next - 1);
      const numbers = Array.from({ length: count }, (_, index) => next - 1 - index);
      records.push(...(await recordsOf(guildId, numbers)));
      next -= count;
    }
    return records;
  }

  /** What is in `listed`, once it was looked. */
  const seenListed = new Set<string>();

  /** Lists the cases of an earlier version by their authors, once. */
  async function listByAuthor(guildId: string): Promise<void> {
    if (seenListed.has(guildId)) return;
    if ((await listed.get(guildId)) === null) {
      for (let below = (await lastNumber(guildId)) + 1; below > 1; below -= BATCH) {
        const from = Math.max(1, below - BATCH);
        const numbers = Array.from({ length: below - from }, (_, index) => from + index);
        const records = await recordsOf(guildId, numbers);
        await database.setMany(
          records.map(({ author, number }) =>
            byAuthor.row(authorKey(guildId, author.id, number), number),
          ),
        );
      }
      await listed.set(guildId, true);
    }
    seenListed.add(guildId);
  }

  return {
    async open(draft, text, evidenceDays) {
      const record: Case = { ...draft, number: await nextNumber(draft.guildId) };
      const key = keyOf(record.guildId, record.number);
      await database.setMany([
        cases.row(key, record),
        ...(isUnfinished(record) ? [open.row(key, true)] : []),
        byAuthor.row(authorKey(record.guildId, record.author.id, record.number), record.number),
        evidence.row(key, text, evidenceDays * DAY_MS),
        byMessage.row(`${record.guildId}:${record.messageId}`, record.number, BY_MESSAGE_TTL_MS),
      ]);
      return record;
    },
    update: (known, change) => {
      const key = keyOf(known.guildId, known.number);
      return inTurn(key, async () => {
        const latest = (await cases.get(key)) ?? known;
        const next = change(latest);
        if (next === latest) return latest;
        const isOpen = isUnfinished(next);
        await database.setMany([cases.row(key, next), ...(isOpen ? [open.row(key, true)] : [])]);
        if (!isOpen) await open.delete(key);
        return next;
      });
    },
    get: (guildId, number) => cases.get(keyOf(guildId, number)),
    evidence: (guildId, number) => evidence.get(keyOf(guildId, number)),
    async ofMessage(guildId, messageId) {
      const number = await byMessage.get(`${guildId}:${messageId}`);
      return number === null ? null : cases.get(keyOf(guildId, number));
    },
    async list(guildId, { authorId, ...range }) {
      if (authorId === undefined) return latest(guildId, range);
      return recordsOf(guildId, await numbersBy(guildId, authorId, range));
    },
    async forgetTexts(guildId, authorId) {
      let count = 0;
      let numbers = await numbersBy(guildId, authorId, { limit: BATCH });
      for (let below = numbers.at(-1); below !== undefined; below = numbers.at(-1)) {
        await evidence.deleteMany(numbers.map((number) => keyOf(guildId, number)));
        count += numbers.length;
        numbers = await numbersBy(guildId, authorId, { below, limit: BATCH });
      }
      return count;
    },
    async *unfinished() {
      for (const key of await open.keys()) {
        const record = await cases.get(key);
        if (record !== null && isUnfinished(record)) yield record;
        // Finished but still listed: the process was killed between the two writes. Corrupt: nothing to resume.
        else await open.delete(key);
      }
    },
  };
}
