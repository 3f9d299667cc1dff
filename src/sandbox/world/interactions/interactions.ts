import {
  GatewayDispatchEvents,
  MessageFlags,
  RESTJSONErrorCodes,
  type APIInteraction,
  type APIMessage,
} from 'discord-api-types/v10';

import { snowflakeTime } from '../../../shared/snowflake.ts';
import { apiError } from '../../errors.ts';
import type { WorldEvent } from '../events.ts';
import { createDeadlines } from './deadlines.ts';
import type { Acknowledgement, InteractionState } from './interaction-state.ts';
import type { WorldState } from '../state.ts';

/** A bot must acknowledge within this time (interactions/receiving-and-responding, interaction callback). */
export const ACKNOWLEDGE_WITHIN_MS = 3_000;
/** Time in which the bot can send follow-ups and edits. */
export const TOKEN_LIFETIME_MS = 15 * 60_000;

export type NewInteraction = Pick<
  InteractionState,
  'type' | 'applicationId' | 'botUserId' | 'userId' | 'channelId' | 'metadata' | 'sourceMessageId'
> & {
  readonly id: string;
  readonly guildId: string | null;
  /** Without the fields that `create` adds. */
  readonly payload: Omit<APIInteraction, 'id' | 'token' | 'version' | 'application_id'>;
};

export interface Interactions {
  /** Emits INTERACTION_CREATE to the bot and starts the acknowledgement deadline. */
  create(interaction: NewInteraction): InteractionState;
  list(): InteractionState[];
  /** The interaction to acknowledge. Throws 10062 when it is unknown or too late, 40060 when acknowledged before. */
  toAcknowledge(id: string, token: string): InteractionState;
  acknowledge(interaction: InteractionState, as: Acknowledgement): void;
  /** The interaction of a token. Throws 50027 when the token is unknown or expired, 10015 before acknowledgement. */
  byToken(applicationId: string, token: string): InteractionState;
  /** The user's own interaction. Throws 10062 for anyone else's. */
  ofUser(id: string, userId: string): InteractionState;
  setOriginal(interaction: InteractionState, message: APIMessage): void;
  addFollowUp(interaction: InteractionState, messageId: string): void;
  /** Resolves once the revision is greater than `after`. */
  changed(interaction: InteractionState, after: number): Promise<void>;
  /** Cancels all deadlines and releases everyone who waits in `changed`. */
  stop(): void;
}

export function createInteractions(state: WorldState): Interactions {
  const interactions = new Map<string, InteractionState>();
  const byToken = new Map<string, InteractionState>();
  /** By message id: the interactions it responds to. A message with buttons may belong to several. */
  const byMessage = new Map<string, InteractionState[]>();
  const deadlines = createDeadlines(state.clock);
  const waiters = new Map<string, (() => void)[]>();

  function touch(interaction: InteractionState): void {
    interaction.revision += 1;
    const callbacks = waiters.get(interaction.id) ?? [];
    waiters.delete(interaction.id);
    for (const wake of callbacks) wake();
  }

  function fail(interaction: InteractionState, failure: 'unanswered' | 'expired'): void {
    interaction.failure = failure;
    interaction.isLoading = false;
    deadlines.clear(interaction.id);
    touch(interaction);
  }

  function linkMessage(interaction: InteractionState, messageId: string): void {
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), interaction]);
  }

  const unsubscribe = state.subscribe((event) => {
    for (const id of changedMessages(event)) {
      for (const interaction of byMessage.get(id) ?? []) touch(interaction);
    }
  });

  return {
    create({ guildId, payload, ...identity }) {
      const token = newToken(state, identity.id);
      const interaction = opened({ payload, ...identity }, token);
      interactions.set(interaction.id, interaction);
      byToken.set(token, interaction);
      deadlines.set(interaction.id, state.clock.now() + ACKNOWLEDGE_WITHIN_MS, () =>
        fail(interaction, 'unanswered'),
      );
      announce(state, interaction, guildId);
      return interaction;
    },

    list: () => [...interactions.values()],

    toAcknowledge(id, token) {
      const interaction = interactions.get(id);
      if (interaction?.token !== token || interaction.failure !== null) {
        throw apiError(RESTJSONErrorCodes.UnknownInteraction);
      }
      if (interaction.acknowledged !== null) {
        throw apiError(RESTJSONErrorCodes.InteractionHasAlreadyBeenAcknowledged);
      }
      return interaction;
    },

    acknowledge(interaction, as) {
      deadlines.clear(interaction.id);
      interaction.acknowledged = as;
      interaction.isAnswered = as !== 'deferred' && as !== 'deferred-update';
      interaction.isLoading = as === 'deferred';
      if (interaction.isLoading) {
        deadlines.set(interaction.id, createdMs(interaction) + TOKEN_LIFETIME_MS, () => {
          if (interaction.isLoading) fail(interaction, 'expired');
        });
      }
      touch(interaction);
    },

    byToken(applicationId, token) {
      const interaction = byToken.get(token);
      if (
        interaction?.applicationId !== applicationId ||
        state.clock.now() >= createdMs(interaction) + TOKEN_LIFETIME_MS
      ) {
        throw apiError(RESTJSONErrorCodes.InvalidWebhookToken);
      }
      if (interaction.acknowledged === null) throw apiError(RESTJSONErrorCodes.UnknownWebhook);
      return interaction;
    },

    ofUser(id, userId) {
      const interaction = interactions.get(id);
      if (interaction?.userId !== userId) throw apiError(RESTJSONErrorCodes.UnknownInteraction);
      return interaction;
    },

    setOriginal(interaction, message) {
      interaction.originalId = message.id;
      interaction.isEphemeral = ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
      linkMessage(interaction, message.id);
    },

    addFollowUp(interaction, messageId) {
      interaction.followUpIds.push(messageId);
      interaction.isAnswered = true;
      linkMessage(interaction, messageId);
      touch(interaction);
    },

    async changed(interaction, after) {
      if (interaction.revision > after) return;
      await new Promise<void>((resolve) => {
        waiters.set(interaction.id, [...(waiters.get(interaction.id) ?? []), resolve]);
      });
    },

    stop() {
      unsubscribe();
      deadlines.clearAll();
      for (const wake of [...waiters.values()].flat()) wake();
      waiters.clear();
    },
  };
}

function opened(
  { payload, ...identity }: Omit<NewInteraction, 'guildId'>,
  token: string,
): InteractionState {
  return {
    ...identity,
    token,
    // The compiler can't build the union of all interactions from parts.
    payload: {
      ...payload,
      id: identity.id,
      application_id: identity.applicationId,
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
}

function newToken({ random }: WorldState, id: string): string {
  return Buffer.from(`interaction:${id}:${random()}`).toString('base64url');
}

function announce(state: WorldState, interaction: InteractionState, guildId: string | null): void {
  state.emit({
    type: GatewayDispatchEvents.InteractionCreate,
    data: interaction.payload,
    guildId,
    channelId: null,
    userIds: [interaction.botUserId],
  });
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
