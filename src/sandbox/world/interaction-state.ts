import type {
  APIApplicationCommandOptionChoice,
  APIInteraction,
  APIMessage,
  APIMessageInteractionMetadata,
  APIModalInteractionResponseCallbackData,
  InteractionType,
} from 'discord-api-types/v10';

import type { WorldState } from './state.ts';

/** How a bot first answered: the kinds of interaction callbacks, in words. */
export type Acknowledgement =
  | 'message'
  | 'deferred'
  | 'update'
  | 'deferred-update'
  | 'modal'
  | 'choices';

/** Something a person did with an application's command, component or modal, and what came of it. */
export interface InteractionState {
  readonly id: string;
  readonly token: string;
  readonly type: InteractionType;
  readonly applicationId: string;
  readonly botUserId: string;
  /** Who did it. */
  readonly userId: string;
  readonly channelId: string;
  /** As the bot received it. */
  readonly payload: APIInteraction;
  /** What its messages say about where they come from. */
  readonly metadata: APIMessageInteractionMetadata;
  /** The message with the component; also of a modal that a component opened. */
  readonly sourceMessageId: string | null;
  acknowledged: Acknowledgement | null;
  /** `unanswered`: not acknowledged in time. `expired`: still "thinking" when the token ended. */
  failure: 'unanswered' | 'expired' | null;
  isEphemeral: boolean;
  /** The bot is "thinking". */
  isLoading: boolean;
  /** Whether something stands that was deferred before. */
  isAnswered: boolean;
  /** What `@original` means; null: nothing. */
  originalId: string | null;
  readonly followUpIds: string[];
  modal: APIModalInteractionResponseCallbackData | null;
  choices: readonly APIApplicationCommandOptionChoice[] | null;
  /** Counts what changed in it or its messages, for whoever waits for the next change. */
  revision: number;
}

/** What the person sees of an interaction. */
export interface InteractionView {
  readonly id: string;
  readonly revision: number;
  readonly acknowledged: Acknowledgement | null;
  readonly failure: InteractionState['failure'];
  readonly isEphemeral: boolean;
  readonly isLoading: boolean;
  readonly isAnswered: boolean;
  /** null: there is none, or it was deleted. */
  readonly original: APIMessage | null;
  /** Those that are still there, the oldest first. */
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

/** A message of the channel's history, or one that only somebody sees. */
export function findMessageOrEphemeral(
  state: WorldState,
  { messageId, channelId }: { messageId: string; channelId: string },
): APIMessage | null {
  const inHistory = state.channels.get(channelId)?.messages.get(messageId);
  if (inHistory !== undefined) return inHistory;
  const message = state.ephemerals.get(messageId)?.message;
  return message?.channel_id === channelId ? message : null;
}
