import { AuditLogEvent, PermissionFlagsBits, type Guild } from 'discord.js';
import { errorMessage } from '../../../shared/errors.ts';
import { groupedBy } from '../../../shared/grouped-by.ts';
import type { Logger } from '../../../shared/logger.ts';
import { createRecentMap } from '../../../shared/recent-map.ts';
import { snowflakeTime } from '../../../shared/snowflake.ts';
import type { LogEntry } from '../../domain/message-log.ts';
import { readAuditLog } from '../../rest/audit-log.ts';

/** Finds out who deleted messages, as far as Discord's audit log tells. */
export type FindDeleters = (
  guild: Guild,
  entries: readonly LogEntry[],
) => Promise<ReadonlyMap<LogEntry, string>>;

/** Our clock and Discord's may differ. */
const SKEW_MS = 10_000;
const MAX_COUNTS = 10_000;

interface Deletions {
  readonly byId: string;
  readonly count: number;
}

/**
 * Discord's audit log names the moderator, the author, the channel and a number, but no message, and it adds later deletions
 * to the number of an entry. So it tells something only where its numbers and ours are the same. Members who delete their
 * own messages are not in it.
 */
export function createFindDeleters(logger: Logger): FindDeleters {
  const counts = createRecentMap<string, number>(MAX_COUNTS);

  /** The deletions since a time, by place: an author in a channel, or for those in bulk a channel. */
  async function read(
    guild: Guild,
    { action, sinceMs }: { action: AuditLogEvent; sinceMs: number },
  ): Promise<Map<string, Deletions[]>> {
    const logged = await readAuditLog(guild.client.rest, guild.id, action);
    const recent = logged.flatMap(({ id, byId, targetId, channelId, count: total }) => {
      const isNew = snowflakeTime(id) >= sinceMs - SKEW_MS;
      const count = total - (counts.get(id) ?? (isNew ? 0 : total));
      counts.set(id, total);
      const place =
        action === AuditLogEvent.MessageDelete ? `${channelId}/${targetId}` : String(targetId);
      return byId === null || count <= 0 ? [] : [{ place, byId, count }];
    });
    return groupedBy(recent, ({ place }) => place);
  }

  async function find(guild: Guild, entries: readonly LogEntry[]): Promise<Map<LogEntry, string>> {
    const deleters = new Map<LogEntry, string>();
    for (const kind of ['deleted', 'bulk'] as const) {
      const ofKind = entries.filter((entry) => entry.kind === kind);
      if (ofKind.length === 0) continue;
      const isBulk = kind === 'bulk';
      const logged = await read(guild, {
        action: isBulk ? AuditLogEvent.MessageBulkDelete : AuditLogEvent.MessageDelete,
        sinceMs: Math.min(...ofKind.map(({ at }) => at)),
      });
      const places = groupedBy(ofKind, ({ channelId, author }) =>
        isBulk ? channelId : `${channelId}/${author?.id}`,
      );
      for (const [place, deleted] of places) {
        const byId = soleDeleter(logged.get(place) ?? [], deleted.length);
        if (byId !== null) for (const entry of deleted) deleters.set(entry, byId);
      }
    }
    return deleters;
  }

  return async (guild, entries) => {
    const { me } = guild.members;
    if (me?.permissions.has(PermissionFlagsBits.ViewAuditLog) !== true) return new Map();
    try {
      return await find(guild, entries);
    } catch (error) {
      logger.warn({ guildId: guild.id, reason: errorMessage(error) }, 'audit log not read');
      return new Map();
    }
  };
}

/** The one who deleted all of these messages; null: several people did, or other messages, too. */
function soleDeleter(deletions: readonly Deletions[], count: number): string | null {
  const [first, ...others] = deletions;
  if (first === undefined || others.some(({ byId }) => byId !== first.byId)) return null;
  const total = others.reduce((sum, other) => sum + other.count, first.count);
  return total === count ? first.byId : null;
}
