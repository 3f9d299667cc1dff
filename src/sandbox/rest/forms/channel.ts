import { ChannelType, OverwriteType, ThreadAutoArchiveDuration } from 'discord-api-types/v10';
import { z } from 'zod';

import { permissionsSchema, snowflakeSchema, textSchema } from './fields.ts';
import { createMessageSchema } from './message.ts';

const nameSchema = textSchema(100, 1);
const slowmodeSchema = z.int().min(0).max(21_600);
const archiveSchema = z.literal([
  ThreadAutoArchiveDuration.OneHour,
  ThreadAutoArchiveDuration.OneDay,
  ThreadAutoArchiveDuration.ThreeDays,
  ThreadAutoArchiveDuration.OneWeek,
]);

export const overwriteBodySchema = z.object({
  type: z.literal([OverwriteType.Role, OverwriteType.Member]),
  allow: permissionsSchema.nullish(),
  deny: permissionsSchema.nullish(),
});

const overwriteSchema = overwriteBodySchema.extend({ id: snowflakeSchema });

const tagSchema = z.object({
  id: snowflakeSchema.optional(),
  name: textSchema(20, 1),
  moderated: z.boolean().default(false),
  emoji_id: snowflakeSchema.nullish(),
  emoji_name: z.string().nullish(),
});

/** The fields shared by creating and editing guild channels. */
const channelFields = {
  position: z.int().min(0).nullish(),
  topic: textSchema(4096).nullish(),
  nsfw: z.boolean().nullish(),
  rate_limit_per_user: slowmodeSchema.nullish(),
  bitrate: z.int().min(8000).max(384_000).nullish(),
  user_limit: z.int().min(0).max(99).nullish(),
  permission_overwrites: z.array(overwriteSchema).max(1000).nullish(),
  parent_id: snowflakeSchema.nullish(),
  available_tags: z.array(tagSchema).max(20).nullish(),
  default_auto_archive_duration: archiveSchema.nullish(),
  default_thread_rate_limit_per_user: slowmodeSchema.nullish(),
};

export const createChannelSchema = z.object({
  name: nameSchema,
  type: z
    .literal([
      ChannelType.GuildText,
      ChannelType.GuildVoice,
      ChannelType.GuildCategory,
      ChannelType.GuildAnnouncement,
      ChannelType.GuildStageVoice,
      ChannelType.GuildForum,
      ChannelType.GuildMedia,
    ])
    .default(ChannelType.GuildText),
  ...channelFields,
});

export const editChannelSchema = z.object({
  name: nameSchema.optional(),
  type: z.literal([ChannelType.GuildText, ChannelType.GuildAnnouncement]).optional(),
  ...channelFields,
});
export type ChannelForm = z.infer<typeof editChannelSchema>;

export const channelPositionsSchema = z.array(
  z.object({
    id: snowflakeSchema,
    position: z.int().min(0).nullish(),
    parent_id: snowflakeSchema.nullish(),
  }),
);

export const editThreadSchema = z.object({
  name: nameSchema.optional(),
  archived: z.boolean().optional(),
  locked: z.boolean().optional(),
  invitable: z.boolean().optional(),
  auto_archive_duration: archiveSchema.optional(),
  rate_limit_per_user: slowmodeSchema.nullish(),
  applied_tags: z.array(snowflakeSchema).max(5).optional(),
  flags: z.int().min(0).optional(),
});

const threadFields = {
  name: nameSchema,
  auto_archive_duration: archiveSchema.nullish(),
  rate_limit_per_user: slowmodeSchema.nullish(),
};

export const threadFromMessageSchema = z.object(threadFields);

export const startThreadSchema = z.object({
  ...threadFields,
  /** The documented default in v10. */
  type: z
    .literal([ChannelType.PublicThread, ChannelType.PrivateThread, ChannelType.AnnouncementThread])
    .default(ChannelType.PrivateThread),
  invitable: z.boolean().nullish(),
});

export const startPostSchema = z.object({
  ...threadFields,
  applied_tags: z.array(snowflakeSchema).max(5).nullish(),
  message: createMessageSchema,
});
