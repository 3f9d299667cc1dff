import { Routes, type REST } from 'discord.js';

interface BanRequest {
  readonly guildId: string;
  readonly userId: string;
  /** For the audit log. */
  readonly reason: string;
}

/** Deletes messages of the member from this long ago only if asked to. */
export async function banUser(
  rest: REST,
  {
    guildId,
    userId,
    reason,
    deleteMessageSeconds = 0,
  }: BanRequest & {
    readonly deleteMessageSeconds?: number | undefined;
  },
): Promise<void> {
  const body = { delete_message_seconds: deleteMessageSeconds };
  await rest.put(Routes.guildBan(guildId, userId), { body, reason });
}

export async function unbanUser(
  rest: REST,
  { guildId, userId, reason }: BanRequest,
): Promise<void> {
  await rest.delete(Routes.guildBan(guildId, userId), { reason });
}
