import type { APIMessage, MessageFlags } from 'discord-api-types/v10';

import { dropAttachments, storeAttachment } from './attachments.ts';
import type { MessageEdit } from './draft.ts';
import { richEmbeds } from './embeds.ts';
import { asFlags } from './flags.ts';
import { mentionsIn } from './mentions.ts';
import { guildOf, isoNow, type WorldState } from '../state.ts';
import type { ChannelState } from '../types.ts';

/** Builds the edited message without replacing the old one. Stores and drops files. */
export function editedMessage(
  state: WorldState,
  channel: ChannelState,
  { message, edit }: { message: APIMessage; edit: MessageEdit },
): APIMessage {
  const attachments = editedAttachments(state, channel, { message, edit });
  return {
    ...message,
    ...editedMentions(state, channel, { message, edit }),
    ...(edit.content === undefined ? {} : { content: edit.content.trim() }),
    ...(edit.embeds === undefined ? {} : { embeds: richEmbeds(edit.embeds, attachments) }),
    ...(edit.components === undefined ? {} : { components: [...edit.components] }),
    ...(edit.flags === undefined ? {} : { flags: asFlags<MessageFlags>(edit.flags) }),
    attachments,
    edited_timestamp: isoNow(state),
  };
}

function editedAttachments(
  state: WorldState,
  channel: ChannelState,
  { message, edit }: { message: APIMessage; edit: MessageEdit },
): APIMessage['attachments'] {
  const keep = edit.keepAttachments;
  const kept = message.attachments.flatMap((attachment) => {
    if (keep === undefined) return [attachment];
    const kept = keep.find(({ id }) => id === attachment.id);
    if (kept === undefined) return [];
    const { description } = kept;
    return [description === undefined ? attachment : { ...attachment, description }];
  });
  dropAttachments(
    state,
    message.attachments.filter(({ id }) => !kept.some((attachment) => attachment.id === id)),
  );
  return [...kept, ...(edit.files ?? []).map((file) => storeAttachment(state, channel.id, file))];
}

function editedMentions(
  state: WorldState,
  channel: ChannelState,
  { message, edit }: { message: APIMessage; edit: MessageEdit },
): Partial<APIMessage> {
  if (edit.content === undefined) return {};
  const { message_id: repliedId } = message.message_reference ?? {};
  const replied = repliedId === undefined ? undefined : channel.messages.get(repliedId);
  const repliedUserId = replied?.author.id ?? null;
  // The author pinged by the reply stays mentioned.
  const stays = message.mentions.some(({ id }) => id === repliedUserId);
  return mentionsIn(state, edit.content, {
    guild: guildOf(state, channel),
    allowed: edit.allowedMentions,
    mayMentionEveryone: edit.mayMentionEveryone ?? false,
    repliedUserId: stays ? repliedUserId : null,
  });
}
