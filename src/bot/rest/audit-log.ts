import { Routes, type AuditLogEvent, type REST } from 'discord.js';
import { z } from 'zod';
import { SNOWFLAKE_PATTERN } from '../../shared/snowflake.ts';

/** An entry about something that was done to one or more messages. */
export interface AuditedMessages {
  readonly id: string;
  readonly byId: string | null;
  readonly targetId: string | null;
  readonly channelId: string | null;
  readonly count: number;
}

const id = z.string().regex(SNOWFLAKE_PATTERN);
const auditLogSchema = z.object({
  audit_log_entries: z.array(
    z.looseObject({
      id,
      user_id: id.nullable().catch(null),
      target_id: id.nullable().catch(null),
      options: z.looseObject({ channel_id: id.optional(), count: z.coerce.number() }).optional(),
    }),
  ),
});

/** The latest entries of a server's audit log for one kind of action. */
export async function readAuditLog(
  rest: REST,
  guildId: string,
  action: AuditLogEvent,
): Promise<AuditedMessages[]> {
  const query = new URLSearchParams({ action_type: String(action), limit: '100' });
  const answer = await rest.get(Routes.guildAuditLog(guildId), { query });
  return auditLogSchema.parse(answer).audit_log_entries.map((entry) => ({
    id: entry.id,
    byId: entry.user_id,
    targetId: entry.target_id,
    channelId: entry.options?.channel_id ?? null,
    count: entry.options?.count ?? 0,
  }));
}
