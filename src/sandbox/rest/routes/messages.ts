import {
  ChannelType,
  MessageType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { snowflakeTime } from '../../../shared/snowflake.ts';
import { invalidField, apiError } from '../../errors.ts';
import { isSystemMessage } from '../../world/messages/build-message.ts';
import { holdsMessages } from '../../world/channels/channel-state.ts';
import type { MessageEdit } from '../../world/messages/draft.ts';
import { findMessage } from '../../world/state.ts';
import type { ChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { draftOf, editedFlags, editOf, leavesNothing } from '../drafts.ts';
import { limitSchema, snowflakeSchema } from '../forms/fields.ts';
import { bulkDeleteSchema, createMessageSchema, editMessageSchema } from '../forms/message.ts';
import { showMessage } from '../show.ts';

/** Bulk delete rejects older messages. */
const BULK_DELETE_MAX_AGE_MS = 14 * 86_400_000;

const UNDELETABLE: ReadonlySet<MessageType> = new Set([
  MessageType.RecipientAdd,
  MessageType.RecipientRemove,
  MessageType.Call,
  MessageType.ChannelNameChange,
  MessageType.ChannelIconChange,
  MessageType.ThreadStarterMessage,
]);

const pageSchema = z.object({
  limit: limitSchema({ max: 100, defaultLimit: 50 }),
  before: snowflakeSchema.optional(),
  after: snowflakeSchema.optional(),
  around: snowflakeSchema.optional(),
});

export function addMessageRoutes({ route, world, access, poster }: Api): void {
  const { state } = world;

  function accessFor(call: Call): ChannelAccess {
    return access.channel(call.actor, call.id('channel_id'));
  }

  route('GET /channels/:channel_id/messages', (call) => {
    const { channel, has } = accessFor(call);
    if (!holdsMessages(channel)) {
      throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
    }
    const query = call.query(pageSchema);
    // Discord returns an empty list here, not an error.
    if (!has(PermissionFlagsBits.ReadMessageHistory)) return [];
    const viewer = { actor: call.actor, channel };
    return channel.messages.page(query).map((message) => showMessage(world, viewer, message));
  });

  route('GET /channels/:channel_id/messages/:message_id', (call) => {
    const { channel, need } = accessFor(call);
    need(PermissionFlagsBits.ReadMessageHistory);
    const message = findMessage(channel, call.id('message_id'));
    return showMessage(world, { actor: call.actor, channel }, message);
  });

  route('POST /channels/:channel_id/messages', (call) => {
    const { channel } = accessFor(call);
    const draft = draftOf(call.form(createMessageSchema), call.files, call.actor.userId);
    const message = poster.post(call.actor, channel.id, draft);
    const shown = showMessage(world, { actor: call.actor, channel }, message);
    return draft.nonce === undefined ? shown : { ...shown, nonce: draft.nonce };
  });

  route('PATCH /channels/:channel_id/messages/:message_id', (call) => {
    const { channel, has, need } = accessFor(call);
    const message = findMessage(channel, call.id('message_id'));
    const edit = editOf(call.form(editMessageSchema), call.files);
    if (message.author.id !== call.actor.userId) checkForeignEdit(edit, has);
    if (isSystemMessage(message)) {
      throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnSystemMessage);
    }
    if (edit.files?.length) need(PermissionFlagsBits.AttachFiles);
    if (leavesNothing(message, edit)) throw apiError(RESTJSONErrorCodes.CannotSendAnEmptyMessage);
    if (call.actor.kind === 'user' && edit.content !== undefined) {
      const { userId: authorId } = call.actor;
      world.enforceAutoModeration({ channel, authorId, content: edit.content });
    }
    const edited = world.messages.edit(
      { channelId: channel.id, messageId: message.id },
      {
        ...edit,
        flags: editedFlags(message, edit),
        mayMentionEveryone: has(PermissionFlagsBits.MentionEveryone),
      },
    );
    return showMessage(world, { actor: call.actor, channel }, edited);
  });

  route('DELETE /channels/:channel_id/messages/:message_id', (call) => {
    const { channel, guild, need } = accessFor(call);
    const message = findMessage(channel, call.id('message_id'));
    if (message.author.id !== call.actor.userId) {
      if (guild === null) throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnDMChannel);
      need(PermissionFlagsBits.ManageMessages);
    }
    if (UNDELETABLE.has(message.type)) {
      throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnSystemMessage);
    }
    world.messages.delete({ channelId: channel.id, messageId: message.id }, call.auditContext);
  });

  route('POST /channels/:channel_id/messages/bulk-delete', (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.ManageMessages);
    const { messages: messageIds } = call.form(bulkDeleteSchema);
    if (messageIds.length < 2 || messageIds.length > 100) {
      throw apiError(RESTJSONErrorCodes.ProvidedTooFewOrTooManyMessagesToDelete);
    }
    if (new Set(messageIds).size < messageIds.length) {
      throw invalidField(['messages'], {
        code: 'BASE_TYPE_DUPLICATES',
        message: 'Duplicate message ids.',
      });
    }
    const oldestMs = state.clock.now() - BULK_DELETE_MAX_AGE_MS;
    if (messageIds.some((id) => snowflakeTime(id) < oldestMs)) {
      throw apiError(RESTJSONErrorCodes.OneOfTheMessagesProvidedWasTooOldForBulkDelete);
    }
    // A single system message stops the whole deletion.
    if (
      messageIds.some((id) =>
        UNDELETABLE.has(channel.messages.get(id)?.type ?? MessageType.Default),
      )
    ) {
      throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnSystemMessage);
    }
    world.messages.deleteBulk({ channelId: channel.id, messageIds }, call.auditContext);
  });

  route('POST /channels/:channel_id/messages/:message_id/crosspost', (call) => {
    const { channel, need } = access.guildChannel(call.actor, call.id('channel_id'));
    if (channel.type !== ChannelType.GuildAnnouncement) {
      throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
    }
    const message = findMessage(channel, call.id('message_id'));
    need(PermissionFlagsBits.SendMessages);
    if (message.author.id !== call.actor.userId) need(PermissionFlagsBits.ManageMessages);
    const target = { channelId: channel.id, messageId: message.id };
    return showMessage(world, { actor: call.actor, channel }, world.messages.crosspost(target));
  });
}

/** Moderators may only change the flags of other people's messages, to suppress embeds. */
function checkForeignEdit(edit: MessageEdit, has: ChannelAccess['has']): void {
  const otherFields = [edit.content, edit.embeds, edit.components, edit.keepAttachments];
  const onlyFlags =
    edit.flags !== undefined &&
    otherFields.every((field) => field === undefined) &&
    (edit.files ?? []).length === 0;
  if (!onlyFlags) throw apiError(RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser);
  if (!has(PermissionFlagsBits.ManageMessages)) {
    throw apiError(RESTJSONErrorCodes.MissingPermissions);
  }
}
