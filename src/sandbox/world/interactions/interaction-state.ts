import type {
  APIApplicationCommandOptionChoice,
  APIInteraction,
  APIMessage,
  APIMessageInteractionMetadata,
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from 'discord-api-types/v10';

import type { WorldState } from '../state.ts';

/** Interaction callback types that acknowledge an interaction. */
export type Acknowledgement =
  | 'message'
  | 'deferred'
  | 'update'
  | 'deferred-update'
  | 'modal'
  | 'choices';

/** The use of an application's command, component or modal, with the bot's responses. */
export interface InteractionState {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly applicationId: string;
  readonly botUserId: string;
  readonly userId: string;
  readonly channelId: string;
  readonly payload: APIInteraction;
  readonly metadata: APIMessageInteractionMetadata;
  /** The message with the component; also set for a modal that a component opened. */
  readonly sourceMessageId: string | null;
  acknowledged: Acknowledgement | null;
  /** `unanswered`: not acknowledged in time. `expired`: still "thinking" when the token ended. */
  failure: 'unanswered' | 'expired' | null;
  isEphemeral: boolean;
  isLoading: boolean;
  /** True after a response that is more than a deferral. */
  isAnswered: boolean;
  originalId: string | null;
  readonly followUpIds: string[];
  modal: APIModalInteractionResponseCallbackData | null;
  choices: readonly APIApplicationCommandOptionChoice[] | null;
  /** Incremented with every change of the interaction or its messages. */
  revision: number;
}

export interface InteractionView {
  readonly id: string;
  readonly revision: number;
  readonly acknowledged: Acknowledgement | null;
  readonly failure: InteractionState['failure'];
  readonly isEphemeral: boolean;
  readonly isLoading: boolean;
  readonly isAnswered: boolean;
  /** null when there is none or it was deleted. */
  readonly original: APIMessage | null;
  /** Oldest first, without deleted ones. */
  readonly followUps: readonly APIMessage[];
  readonly modal: APIModalInteractionResponseCallbackData | null;
  readonly choices: readonly APIApplicationCommandOptionChoice[] | null;
}

export function viewInteraction(state: WorldState, interaction: InteractionState): InteractionView {
  const { id, revision, acknowledged, failure, isEphemeral, isLoading, isAnswered } = interaction;
  const { originalId, followUpIds, modal, choices } = interaction;
  const find = (messageId: string): APIMessage | null =>
    findMessageOrEphemeral(state, { messageId, channelId: interaction.channelId });
  return {
    id,
    revision,
    acknowledged,
    failure,
    isEphemeral,
    isLoading,
    isAnswered,
    original: originalId === null ? null : find(originalId),
    followUps: followUpIds.flatMap((messageId) => find(messageId) ?? []),
    modal,
    choices,
  };
}

/** A message of the channel's history, or an ephemeral one. */
export function findMessageOrEphemeral(
  state: WorldState,
  { messageId, channelId }: { messageId: string; channelId: string },
): APIMessage | null {
  const inHistory = state.channels.get(channelId)?.messages.get(messageId);
  if (inHistory !== undefined) return inHistory;
  const message = state.ephemerals.get(messageId)?.message;
  return message?.channel_id === channelId ? message : null;
}
