import { PermissionFlagsBits, type APIMessage } from 'discord-api-types/v10';

import type { MessageDraft } from '../world/messages/draft.ts';
import type { InteractionState } from '../world/interactions/interaction-state.ts';
import { permissionsOf } from '../world/interactions/interaction-payload.ts';
import { hasPermission } from '../world/guilds/permissions.ts';
import { findChannel, type WorldState } from '../world/state.ts';
import { viewMessage } from '../world/view.ts';
import type { World } from '../world/world.ts';
import type { PublicCall } from './api.ts';
import { draftOf } from './drafts.ts';
import type { UploadedFile } from './multipart.ts';
import { interactionMessageSchema, type CreateMessageForm } from './forms/message.ts';

/** Webhook routes take an application id when the token is an interaction's. */
export function isApplication(state: WorldState, id: string): boolean {
  return [...state.users.values()].some(({ application }) => application?.id === id);
}

/** Create Followup Message. */
export function postFollowUp(world: World, call: PublicCall): APIMessage {
  const interaction = world.interactions.byToken(call.id('webhook_id'), call.word('token'));
  const draft = interactionDraft(world.state, interaction, {
    form: call.form(interactionMessageSchema),
    files: call.files,
  });
  return viewMessage(world.state, world.interactionMessages.followUp(interaction, draft), null);
}

/** The draft of an interaction response, authored by the bot. */
export function interactionDraft(
  state: WorldState,
  interaction: InteractionState,
  { form, files }: { form: CreateMessageForm; files: ReadonlyMap<string, UploadedFile> },
): MessageDraft {
  const draft = draftOf(form, files, interaction.botUserId);
  return { ...draft, mayMentionEveryone: mayMentionEveryone(state, interaction) };
}

export function mayMentionEveryone(
  state: WorldState,
  { channelId, botUserId }: InteractionState,
): boolean {
  const channel = findChannel(state, channelId);
  if (channel.guildId === null) return true;
  const permissions = permissionsOf(state, channel, botUserId);
  return hasPermission(permissions, PermissionFlagsBits.MentionEveryone);
}
