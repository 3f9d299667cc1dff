import {
  MessageFlags,
  MessageReferenceType,
  MessageType,
  RESTJSONErrorCodes,
  type APIMessage,
  type APIMessageSnapshot,
  type APIStickerItem,
  type APIUser,
} from 'discord-api-types/v10';

import { invalidField, apiError } from '../../errors.ts';
import { copyAttachment, storeAttachment } from './attachments.ts';
import type { DraftReference, MessageDraft } from './draft.ts';
import { mentionsIn } from './mentions.ts';
import { richEmbeds } from './embeds.ts';
import { asFlags, NO_FLAGS } from './flags.ts';
import { newPoll } from './polls.ts';
import { findMessage, findUser, guildOf, isoNow, type WorldState } from '../state.ts';
import type { ChannelState } from '../types.ts';

/** Builds a draft's message without posting it. Stores its files. */
export function buildMessage(
  state: WorldState,
  channel: ChannelState,
  { draft, id }: { draft: MessageDraft; id: string },
): APIMessage {
  const guild = guildOf(state, channel);
  const referenced = referencedMessage(state, channel, draft.reference);
  const isForward = draft.reference?.type === MessageReferenceType.Forward;
  const isReply = referenced !== null && !isForward;
  // Discord trims the content.
  const content = (draft.content ?? '').trim();
  const stickers = stickersOf(state, channel, draft.stickerIds);
  const attachments = (draft.files ?? []).map((file) => storeAttachment(state, channel.id, file));
  return {
    id,
    channel_id: channel.id,
    type: isReply ? MessageType.Reply : MessageType.Default,
    author: authorOf(state, draft),
    content,
    timestamp: isoNow(state),
    edited_timestamp: null,
    tts: draft.tts ?? false,
    ...mentionsIn(state, content, {
      guild,
      allowed: draft.allowedMentions,
      mayMentionEveryone: draft.mayMentionEveryone ?? false,
      repliedUserId: isReply ? referenced.author.id : null,
    }),
    attachments,
    embeds: richEmbeds(draft.embeds ?? [], attachments),
    components: [...(draft.components ?? [])],
    pinned: false,
    flags: asFlags((draft.flags ?? 0) | (isForward ? MessageFlags.HasSnapshot : 0)),
    ...(draft.webhook === undefined ? {} : { webhook_id: draft.webhook.id }),
    ...applicationOf(state, draft),
    ...stickers,
    ...(draft.poll === undefined ? {} : { poll: newPoll(state, draft.poll) }),
    ...(referenced === null
      ? {}
      : {
          message_reference: {
            type: draft.reference?.type ?? MessageReferenceType.Default,
            message_id: referenced.id,
            channel_id: referenced.channel_id,
            ...(guild === null ? {} : { guild_id: guild.id }),
          },
        }),
    ...(isForward && referenced !== null
      ? { message_snapshots: [snapshotOf(state, channel, referenced)] }
      : {}),
  };
}

function authorOf(state: WorldState, draft: MessageDraft): APIUser {
  if (draft.webhook === undefined) return findUser(state, draft.authorId).user;
  return {
    id: draft.webhook.id,
    username: draft.webhook.username,
    discriminator: '0000',
    global_name: null,
    avatar: null,
    bot: true,
  };
}

function applicationOf(state: WorldState, draft: MessageDraft): { application_id?: string } {
  const application = state.users.get(draft.authorId)?.application ?? null;
  return application === null ? {} : { application_id: application.id };
}

function referencedMessage(
  state: WorldState,
  channel: ChannelState,
  reference: DraftReference | undefined,
): APIMessage | null {
  if (reference === undefined) return null;
  const source = state.channels.get(reference.channelId ?? channel.id);
  const message = source?.messages.get(reference.messageId);
  if (reference.type === MessageReferenceType.Forward) {
    if (source === undefined) throw apiError(RESTJSONErrorCodes.UnknownChannel);
    return findMessage(source, reference.messageId);
  }
  if (message === undefined || source !== channel) {
    if (!reference.failIfNotExists) return null;
    throw invalidField(['message_reference'], {
      code: 'REPLIES_UNKNOWN_MESSAGE',
      message: 'Unknown message',
    });
  }
  if (isSystemMessage(message)) {
    throw invalidField(['message_reference'], {
      code: 'REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE',
      message: 'Cannot reply to a system message',
    });
  }
  return message;
}

/** Tells if Discord wrote the message itself: joins, pins, new threads. */
export function isSystemMessage({ type }: Pick<APIMessage, 'type'>): boolean {
  return (
    type !== MessageType.Default &&
    type !== MessageType.Reply &&
    type !== MessageType.ChatInputCommand &&
    type !== MessageType.ContextMenuCommand
  );
}

/** A forward contains a snapshot of the message; later edits don't change it. */
function snapshotOf(
  state: WorldState,
  channel: ChannelState,
  forwarded: APIMessage,
): APIMessageSnapshot {
  const source = forwarded.message_snapshots?.[0]?.message ?? forwarded;
  return {
    message: {
      type: source.type,
      content: source.content,
      embeds: source.embeds,
      attachments: source.attachments.map((file) => copyAttachment(state, channel.id, file)),
      timestamp: source.timestamp,
      edited_timestamp: source.edited_timestamp,
      flags: source.flags ?? NO_FLAGS,
      mentions: source.mentions,
      mention_roles: source.mention_roles,
      components: source.components ?? [],
      ...(source.sticker_items === undefined ? {} : { sticker_items: source.sticker_items }),
    },
  };
}

function stickersOf(
  state: WorldState,
  channel: ChannelState,
  ids: readonly string[] = [],
): { sticker_items?: APIStickerItem[] } {
  if (ids.length === 0) return {};
  const stickers = guildOf(state, channel)?.stickers;
  return {
    sticker_items: ids.map((id) => {
      const sticker = stickers?.get(id);
      if (sticker === undefined) throw apiError(RESTJSONErrorCodes.InvalidStickerSent);
      return { id, name: sticker.name, format_type: sticker.format_type };
    }),
  };
}
