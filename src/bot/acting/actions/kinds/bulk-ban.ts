import { PermissionFlagsBits, Routes, type Guild } from 'discord.js';
import { z } from 'zod';
import { sleep, type Clock } from '../../../../shared/clock.ts';
import { errorMessage } from '../../../../shared/errors.ts';
import { banUser } from './ban-requests.ts';
import { classifyError } from '../../../rest/classify-error.ts';

/** Discord's limit (Bulk Guild Ban). */
const MAX_USERS = 200;
/** How long a request waits for more bans. */
const BATCH_WAIT_MS = 500;

const resultSchema = z.object({ banned_users: z.array(z.string()) });

/** Bans many users of a server with few requests. */
export interface BanLane {
  /** Resolves when the user is banned. Rejects with the errors of discord.js. Bans with the same reason are sent together. */
  ban(guild: Guild, userId: string, reason: string): Promise<void>;
}

interface Waiting {
  readonly userId: string;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Collects bans for a moment. If the bot is not allowed to ban in bulk, and for users whom Discord leaves out without a
 * reason, users are banned one by one, so that each ban gets its own answer.
 */
export function createBanLane(clock: Clock): BanLane {
  const lanes = new Map<string, Waiting[]>();

  async function work(guild: Guild, reason: string, key: string): Promise<void> {
    const waiting = lanes.get(key) ?? [];
    while (waiting.length > 0) {
      // Each ban is stored before it is requested, so they arrive one by one.
      if (waiting.length < MAX_USERS) await sleep(clock, BATCH_WAIT_MS);
      await send(guild, reason, waiting.splice(0, MAX_USERS));
    }
    // There is no await since the queue was found empty, so no ban is lost.
    lanes.delete(key);
  }

  return {
    ban: (guild, userId, reason) =>
      new Promise<void>((resolve, reject) => {
        const key = `${guild.id} ${reason}`;
        const ban = { userId, resolve, reject };
        const waiting = lanes.get(key);
        if (waiting !== undefined) {
          waiting.push(ban);
          return;
        }
        lanes.set(key, [ban]);
        void work(guild, reason, key);
      }),
  };
}

/** Settles every ban of the batch; never rejects. */
async function send(guild: Guild, reason: string, batch: readonly Waiting[]): Promise<void> {
  const banned = await banTogether(guild, reason, batch);
  await Promise.all(
    batch.map(async ({ userId, resolve, reject }) => {
      try {
        const request = { guildId: guild.id, userId, reason };
        if (!banned.has(userId)) await banUser(guild.client.rest, request);
        resolve();
      } catch (error) {
        reject(error);
      }
    }),
  );
}

/** Resolves to those who are banned now; none if Discord refuses it or does not answer. */
async function banTogether(
  guild: Guild,
  reason: string,
  batch: readonly Waiting[],
): Promise<ReadonlySet<string>> {
  const mayBulk = guild.members.me?.permissions.has(PermissionFlagsBits.ManageGuild) === true;
  if (batch.length < 2 || !mayBulk) return new Set();
  const body = { user_ids: batch.map(({ userId }) => userId), delete_message_seconds: 0 };
  try {
    const answer = await guild.client.rest.post(Routes.guildBulkBan(guild.id), { body, reason });
    return new Set(resultSchema.parse(answer).banned_users);
  } catch (error) {
    guild.client.emit('warn', `bulk ban in ${guild.id} failed: ${errorMessage(error)}`);
    if (isAnswer(error)) return new Set();
    for (const { reject } of batch) reject(error);
    return new Set(batch.map(({ userId }) => userId));
  }
}

/** Whether Discord answered, so that banning one by one makes sense. */
function isAnswer(error: unknown): boolean {
  if (error instanceof z.ZodError) return true;
  try {
    return classifyError(error).kind === 'refused';
  } catch {
    return false;
  }
}
