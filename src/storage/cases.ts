import { z } from 'zod';
import type { Logger } from '../lib/logger.ts';
import { caseSchema, type Case } from '../moderation/case.ts';
import type { Cases } from '../moderation/ports.ts';
import { createCollection } from './collection.ts';
import type { Database } from './database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How long a message's latest case can be found by the message's id. It only has to outlast the longest
 * time after which a message may be met again: a bot that was down for a while.
 */
const BY_MESSAGE_TTL_MS = 90 * DAY_MS;

/**
 * Cases, numbered per guild. A guild has one writer (its shard), so numbers are handed out from memory;
 * the first one is found by looking for the highest stored.
 */
export function createCases(database: Database, logger: Logger): Cases {
  const cases = createCollection({ database, prefix: 'case', schema: caseSchema, logger });
  const evidence = createCollection({ database, prefix: 'evidence', schema: z.string(), logger });
  const byMessage = createCollection({ database, prefix: 'case-of', schema: z.int(), logger });
  /** Names the cases that are not closed, so that a new process finds them without reading all others. */
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

  async function nextNumber(guildId: string): Promise<number> {
    if (!lastNumbers.has(guildId)) {
      const lookUp = lookUps.get(guildId) ?? findLastNumber(guildId);
      lookUps.set(guildId, lookUp);
      await lookUp;
    }
    // Nothing is awaited between the look and the step, so no number is given out twice.
    const next = (lastNumbers.get(guildId) ?? 0) + 1;
    lastNumbers.set(guildId, next);
    return next;
  }

  const keyOf = (guildId: string, number: number): string => `${guildId}:${number}`;

  return {
    async open(draft, text, evidenceDays) {
      const record: Case = { ...draft, number: await nextNumber(draft.guildId) };
      const key = keyOf(record.guildId, record.number);
      await database.setMany([
        cases.row(key, record),
        open.row(key, true),
        evidence.row(key, text, evidenceDays * DAY_MS),
        byMessage.row(`${record.guildId}:${record.messageId}`, record.number, BY_MESSAGE_TTL_MS),
      ]);
      return record;
    },
    async save(record) {
      const key = keyOf(record.guildId, record.number);
      await cases.set(key, record);
      if (record.closedAt !== null) await open.delete(key);
    },
    get: (guildId, number) => cases.get(keyOf(guildId, number)),
    evidence: (guildId, number) => evidence.get(keyOf(guildId, number)),
    async ofMessage(guildId, messageId) {
      const number = await byMessage.get(`${guildId}:${messageId}`);
      return number === null ? null : cases.get(keyOf(guildId, number));
    },
    async *unfinished() {
      for (const key of await open.keys()) {
        const record = await cases.get(key);
        if (record !== null && record.closedAt === null) yield record;
        // Closed but still listed: the process was killed between the two writes. Corrupt: nothing to resume.
        else await open.delete(key);
      }
    },
  };
}
