import { AuditLogEvent, GuildVerificationLevel, Locale } from 'discord-api-types/v10';
import { z } from 'zod';

import {
  limitSchema,
  permissionsSchema,
  snowflakeSchema,
  textSchema,
  timestampSchema,
} from './fields.ts';

const SECONDS_PER_DAY = 86_400;

export const editGuildSchema = z.object({
  name: textSchema(100, 2).optional(),
  description: textSchema(300).nullish(),
  verification_level: z.enum(GuildVerificationLevel).optional(),
  preferred_locale: z.enum(Locale).optional(),
  system_channel_id: snowflakeSchema.nullish(),
});

/** The times until which invites and direct messages are paused. */
export const incidentActionsSchema = z.object({
  invites_disabled_until: timestampSchema.nullish(),
  dms_disabled_until: timestampSchema.nullish(),
});

export const editMemberSchema = z.object({
  nick: textSchema(32).nullish(),
  roles: z.array(snowflakeSchema).nullish(),
  communication_disabled_until: timestampSchema.nullish(),
  mute: z.boolean().nullish(),
  deaf: z.boolean().nullish(),
  channel_id: snowflakeSchema.nullish(),
  flags: z.int().min(0).nullish(),
});
export type MemberForm = z.infer<typeof editMemberSchema>;

export const editOwnMemberSchema = z.object({ nick: textSchema(32).nullish() });

const deleteSecondsSchema = z
  .int()
  .min(0)
  .max(7 * SECONDS_PER_DAY)
  .nullish();

export const banSchema = z.object({
  delete_message_seconds: deleteSecondsSchema,
  /** Deprecated in favor of `delete_message_seconds`. */
  delete_message_days: z.int().min(0).max(7).nullish(),
});

/** Seconds of the user's message history that a ban deletes. */
export function deletedSeconds(form: z.infer<typeof banSchema>): number {
  return form.delete_message_seconds ?? (form.delete_message_days ?? 0) * SECONDS_PER_DAY;
}

export const bulkBanSchema = z.object({
  user_ids: z.array(snowflakeSchema).min(1).max(200),
  delete_message_seconds: deleteSecondsSchema,
});

export const roleSchema = z.object({
  name: textSchema(100).nullish(),
  permissions: permissionsSchema.nullish(),
  color: z.int().min(0).max(0xff_ff_ff).nullish(),
  hoist: z.boolean().nullish(),
  mentionable: z.boolean().nullish(),
});

export const rolePositionsSchema = z.array(
  z.object({ id: snowflakeSchema, position: z.int().min(0).nullish() }),
);

export const memberListSchema = z.object({
  limit: limitSchema({ max: 1000, defaultLimit: 1 }),
  after: snowflakeSchema.default('0'),
});

export const memberSearchSchema = z.object({
  query: z.string(),
  limit: limitSchema({ max: 1000, defaultLimit: 1 }),
});

export const banListSchema = z.object({
  limit: limitSchema({ max: 1000, defaultLimit: 1000 }),
  before: snowflakeSchema.optional(),
  after: snowflakeSchema.optional(),
});

export const auditLogQuerySchema = z.object({
  user_id: snowflakeSchema.optional(),
  target_id: snowflakeSchema.optional(),
  action_type: z.coerce.number().pipe(z.enum(AuditLogEvent)).optional(),
  before: snowflakeSchema.optional(),
  after: snowflakeSchema.optional(),
  limit: limitSchema({ max: 100, defaultLimit: 50 }),
});
