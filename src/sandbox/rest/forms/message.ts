import {
  AllowedMentionsTypes,
  MessageFlags,
  MessageReferenceType,
  PollLayoutType,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { componentsSchema } from './components.ts';
import { embedsSchema } from './embed.ts';
import { snowflakeSchema, textSchema } from './fields.ts';

export const MAX_CONTENT_CHARACTERS = 2000;
export const MAX_ATTACHMENTS = 10;
const MAX_POLL_HOURS = 32 * 24;

const SETTABLE_FLAGS =
  MessageFlags.SuppressEmbeds |
  MessageFlags.SuppressNotifications |
  MessageFlags.IsVoiceMessage |
  MessageFlags.IsComponentsV2;

const contentSchema = textSchema(MAX_CONTENT_CHARACTERS);

const allowedMentionsSchema = z
  .object({
    parse: z.array(z.enum(AllowedMentionsTypes)).exactOptional(),
    roles: z.array(snowflakeSchema).max(100).exactOptional(),
    users: z.array(snowflakeSchema).max(100).exactOptional(),
    replied_user: z.boolean().exactOptional(),
  })
  .check((context) => {
    const { parse = [], roles = [], users = [] } = context.value;
    const clashes = [
      { type: AllowedMentionsTypes.Role, ids: roles },
      { type: AllowedMentionsTypes.User, ids: users },
    ].filter(({ type, ids }) => parse.includes(type) && ids.length > 0);
    for (const { type } of clashes) {
      context.issues.push({
        code: 'custom',
        input: context.value,
        message: `parse:["${type}"] and ${type}: [ids...] are mutually exclusive.`,
        params: { code: 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE' },
      });
    }
  });

const attachmentSchema = z.object({
  id: snowflakeSchema,
  filename: z.string().min(1).max(1024).optional(),
  description: textSchema(1024).nullish(),
});

const pollMediaSchema = (max: number) =>
  z.object({
    text: textSchema(max, 1).exactOptional(),
    emoji: z
      .object({ id: snowflakeSchema.nullable().default(null), name: z.string().nullable() })
      .exactOptional(),
  });

const pollSchema = z.object({
  question: pollMediaSchema(300),
  answers: z
    .array(z.object({ poll_media: pollMediaSchema(55) }))
    .min(1)
    .max(10),
  duration: z.int().min(1).max(MAX_POLL_HOURS).exactOptional(),
  allow_multiselect: z.boolean().exactOptional(),
  layout_type: z.enum(PollLayoutType).exactOptional(),
});

const referenceSchema = z.object({
  type: z.enum(MessageReferenceType).default(MessageReferenceType.Default),
  message_id: snowflakeSchema,
  channel_id: snowflakeSchema.optional(),
  guild_id: snowflakeSchema.optional(),
  fail_if_not_exists: z.boolean().default(true),
});

/** Body of Create Message. Discord treats null fields as absent. */
export const createMessageSchema = z.object({
  content: contentSchema.nullish(),
  nonce: z.union([z.int(), textSchema(25)]).nullish(),
  enforce_nonce: z.boolean().nullish(),
  tts: z.boolean().nullish(),
  embeds: embedsSchema.nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  message_reference: referenceSchema.nullish(),
  components: componentsSchema.nullish(),
  sticker_ids: z.array(snowflakeSchema).max(3).nullish(),
  attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS).nullish(),
  poll: pollSchema.nullish(),
  flags: z
    .int()
    .min(0)
    .transform((bits) => bits & SETTABLE_FLAGS)
    .nullish(),
});
export type CreateMessageForm = z.infer<typeof createMessageSchema>;

/** Interaction responses and follow-ups may be ephemeral. */
export const interactionMessageSchema = createMessageSchema.extend({
  flags: z
    .int()
    .min(0)
    .transform((bits) => bits & (SETTABLE_FLAGS | MessageFlags.Ephemeral))
    .nullish(),
});

/** Body of Edit Message: absent fields stay, null clears a field. */
export const editMessageSchema = z.object({
  content: contentSchema.nullish(),
  embeds: embedsSchema.nullish(),
  allowed_mentions: allowedMentionsSchema.nullish(),
  components: componentsSchema.nullish(),
  attachments: z.array(attachmentSchema).max(MAX_ATTACHMENTS).nullish(),
  flags: z.int().min(0).nullish(),
});
export type EditMessageForm = z.infer<typeof editMessageSchema>;

/** Body of Execute Webhook. */
export const executeWebhookSchema = createMessageSchema.extend({
  username: textSchema(80, 1).nullish(),
  thread_name: textSchema(100, 1).nullish(),
});

/** Body of Bulk Delete Messages. A wrong number of messages has its own error code, so the route checks it. */
export const bulkDeleteSchema = z.object({ messages: z.array(snowflakeSchema) });
