import { AuditLogEvent, PermissionFlagsBits, type Guild } from 'discord.js';
import { classifyError } from '../../rest/classify-error.ts';

/**
 * Finds the member who added the bot to a server. Null: the bot is not allowed to read the audit log, or the log does not
 * say.
 */
export async function whoAdded(guild: Guild): Promise<string | null> {
  const { me } = guild.members;
  if (me?.permissions.has(PermissionFlagsBits.ViewAuditLog) !== true) return null;
  try {
    const { entries } = await guild.fetchAuditLogs({ type: AuditLogEvent.BotAdd, limit: 50 });
    return entries.find(({ targetId }) => targetId === me.id)?.executorId ?? null;
  } catch (error) {
    if (classifyError(error).kind === 'unavailable') throw error;
    return null;
  }
}
