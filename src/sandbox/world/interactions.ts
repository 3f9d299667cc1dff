import {
  GatewayDispatchEvents,
  MessageFlags,
  RESTJSONErrorCodes,
  type APIInteraction,
  type APIMessage,
} from 'discord-api-types/v10';

import { snowflakeTime } from '../../lib/snowflake.ts';
import { refusal } from '../errors.ts';
import type { WorldEvent } from './events.ts';
import type { Acknowledgement, InteractionState } from './interaction-state.ts';
import type { WorldState } from './state.ts';

/** A bot must acknowledge within this time (interactions/receiving-and-responding, interaction callback). */
export const ACKNOWLEDGE_WITHIN_MS = 3_000;
/** For so long follow-ups and edits are taken. */
export const TOKEN_LIFETIME_MS = 15 * 60_000;

export type NewInteraction = Pick<
  InteractionState,
  'type' | 'applicationId' | 'botUserId' | 'userId' | 'channelId' | 'metadata' | 'sourceMessageId'
> & {
  readonly id: string;
  readonly guildId: string | null;
  /** Without what `create` adds. */
  readonly payload: Omit<APIInteraction, 'id' | 'token' | 'version' | 'application_id'>;
};

export interface Interactions {
  /** Tells the bot of it, and waits so long for it as Discord does. */
  create(interaction: NewInteraction): InteractionState;
  /** All there ever were, the oldest first. */
  list(): InteractionState[];
  /** The one a bot wants to acknowledge: refuses what is unknown or too late with 10062, what was done with 40060. */
  toAcknowledge(id: string, token: string): InteractionState;
  acknowledge(interaction: InteractionState, as: Acknowledgement): void;
  /** The one a token belongs to, for follow-ups: 50027 when it ended, 10015 before it was acknowledged. */
  byToken(applicationId: string, token: string): InteractionState;
  /** One's own; 10062 for others'. */
  ofUser(id: string, userId: string): InteractionState;
  /** `@original` is this message from now on. */
  setOriginal(interaction: InteractionState, message: APIMessage): void;
  addFollowUp(interaction: InteractionState, messageId: string): void;
  /** Resolves when the revision is beyond `after`. */
  changed(interaction: InteractionState, after: number): Promise<void>;
  /** Ends all waiting. */
  stop(): void;
}

export function createInteractions(state: WorldState): Interactions {
  const interactions = new Map<string, InteractionState>();
  const byToken = new Map<string, InteractionState>();
  /** By message id: those whose answer or follow-up it is. A button's message may be that of several. */
  const showing = new Map<string, InteractionState[]>();
  /** By interaction id: cancels what would happen if the bot did nothing. */
  const deadlines = new Map<string, () => void>();
  const waiting = new Map<string, (() => void)[]>();

  function setDeadline(id: string, atMs: number, run: () => void): void {
    deadlines.get(id)?.();
    deadlines.set(id, state.clock.after(Math.max(0, atMs - state.clock.now()), run));
  }

  function clearDeadline(id: string): void {
    deadlines.get(id)?.();
    deadlines.delete(id);
  }

  function touch(interaction: InteractionState): void {
    interaction.revision += 1;
    const wake = waiting.get(interaction.id) ?? [];
    waiting.delete(interaction.id);
    for (const one of wake) one();
  }

  function fail(interaction: InteractionState, failure: 'unanswered' | 'expired'): void {
    interaction.failure = failure;
    interaction.isLoading = false;
    deadlines.delete(interaction.id);
    touch(interaction);
  }

  function showIn(interaction: InteractionState, messageId: string): void {
    showing.set(messageId, [...(showing.get(messageId) ?? []), interaction]);
  }

  const unsubscribe = state.subscribe((event) => {
    for (const id of changedMessages(event)) for (const one of showing.get(id) ?? []) touch(one);
  });

  return {
    create({ guildId, payload, ...about }) {
      const token = Buffer.from(`interaction:${about.id}:${state.random()}`).toString('base64url');
      const interaction: InteractionState = {
        ...about,
        token,
        // The union of all interactions can't be built from parts.
        payload: {
          ...payload,
          id: about.id,
          application_id: about.applicationId,
          token,
          version: 1,
        } as APIInteraction,
        acknowledged: null,
        failure: null,
        isEphemeral: false,
        isLoading: false,
        isAnswered: false,
        originalId: null,
        followUpIds: [],
        modal: null,
        choices: null,
        revision: 0,
      };
      interactions.set(interaction.id, interaction);
      byToken.set(token, interaction);
      setDeadline(interaction.id, state.clock.now() + ACKNOWLEDGE_WITHIN_MS, () =>
        fail(interaction, 'unanswered'),
      );
      state.emit({
        type: GatewayDispatchEvents.InteractionCreate,
        data: interaction.payload,
        guildId,
        channelId: null,
        userIds: [interaction.botUserId],
      });
      return interaction;
    },

    list: () => [...interactions.values()],

    toAcknowledge(id, token) {
      const interaction = interactions.get(id);
      if (interaction?.token !== token || interaction.failure !== null) {
        throw refusal(RESTJSONErrorCodes.UnknownInteraction);
      }
      if (interaction.acknowledged !== null) {
        throw refusal(RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged);
      }
      return interaction;
    },

    acknowledge(interaction, as) {
      clearDeadline(interaction.id);
      interaction.acknowledged = as;
      interaction.isAnswered = as !== 'deferred' && as !== 'deferred-update';
      interaction.isLoading = as === 'deferred';
      if (interaction.isLoading) {
        setDeadline(interaction.id, createdMs(interaction) + TOKEN_LIFETIME_MS, () => {
          if (interaction.isLoading) fail(interaction, 'expired');
        });
      }
      touch(interaction);
    },

    byToken(applicationId, token) {
      const interaction = byToken.get(token);
      if (interaction?.applicationId !== applicationId) {
        throw refusal(RESTJSONErrorCodes.InvalidWebhookToken);
      }
      if (state.clock.now() >= createdMs(interaction) + TOKEN_LIFETIME_MS) {
        throw refusal(RESTJSONErrorCodes.InvalidWebhookToken);
      }
      if (interaction.acknowledged === null) throw refusal(RESTJSONErrorCodes.UnknownWebhook);
      return interaction;
    },

    ofUser(id, userId) {
      const interaction = interactions.get(id);
      if (interaction?.userId !== userId) throw refusal(RESTJSONErrorCodes.UnknownInteraction);
      return interaction;
    },

    setOriginal(interaction, message) {
      interaction.originalId = message.id;
      interaction.isEphemeral = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      showIn(interaction, message.id);
    },

    addFollowUp(interaction, messageId) {
      interaction.followUpIds.push(messageId);
      interaction.isAnswered = true;
      showIn(interaction, messageId);
      touch(interaction);
    },

    async changed(interaction, after) {
      if (interaction.revision > after) return;
      await new Promise<void>((resolve) => {
        waiting.set(interaction.id, [...(waiting.get(interaction.id) ?? []), resolve]);
      });
    },

    stop() {
      unsubscribe();
      for (const id of deadlines.keys()) clearDeadline(id);
      for (const wake of [...waiting.values()].flat()) wake();
      waiting.clear();
    },
  };
}

function createdMs({ id }: InteractionState): number {
  return snowflakeTime(id);
}

function changedMessages(event: WorldEvent): readonly string[] {
  switch (event.type) {
    case GatewayDispatchEvents.MessageUpdate:
    case GatewayDispatchEvents.MessageDelete:
      return [event.data.id];
    case GatewayDispatchEvents.MessageDeleteBulk:
      return event.data.ids;
    default:
      return [];
  }
}
