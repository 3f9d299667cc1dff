import {
  ApplicationCommandType,
  InteractionType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type APIMessageInteractionMetadata,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import { findApplication, usableCommand, visibleCommands } from './command-access.ts';
import { fillOptions, leafOf, type FilledOptions } from './command-options.ts';
import type { Commands } from './commands.ts';
import { payloadBase, placeOf, type Place } from './interaction-payload.ts';
import { findMessageOrEphemeral, type InteractionState } from './interaction-state.ts';
import type { Interactions } from './interactions.ts';
import { checkValues, isSelect, usableComponent } from './message-components.ts';
import { fillModal, type ModalValues } from './modal-input.ts';
import { createResolver } from './resolved.ts';
import { findMessage, findUser, type WorldState } from './state.ts';
import type { ApplicationState } from './types.ts';
import { viewMessage } from './view.ts';

interface Who {
  readonly userId: string;
  readonly channelId: string;
}

/** What people do with commands, components and modals. Each refuses what a Discord client would not offer. */
export interface Invocations {
  visible(guildId: string, userId: string): APIApplicationCommand[];
  /** A slash command by its words, or, with `options.focused`, the request for suggestions. */
  slash(who: Who, path: readonly string[], options: FilledOptions): InteractionState;
  menu(
    who: Who,
    target: {
      readonly type: ApplicationCommandType.User | ApplicationCommandType.Message;
      readonly name: string;
      readonly targetId: string;
    },
  ): InteractionState;
  /** `which`: the custom id, or what stands on the button. */
  component(
    who: Who,
    used: {
      readonly messageId: string;
      readonly which: string;
      readonly values: readonly string[];
    },
  ): InteractionState;
  /** Sends back the modal that an interaction was answered with. */
  submit(shownBy: InteractionState, values: ModalValues): InteractionState;
}

export function createInvocations(
  state: WorldState,
  { commands, interactions }: { commands: Commands; interactions: Interactions },
): Invocations {
  function start(
    place: Place,
    application: ApplicationState,
    what: {
      readonly type: InteractionType;
      readonly data: object;
      readonly sourceMessageId?: string | null;
      readonly metadata?: object;
    },
  ): InteractionState {
    const { type, data, sourceMessageId = null } = what;
    const id = state.newId();
    const base = payloadBase(state, place, application);
    const source =
      sourceMessageId === null
        ? null
        : findMessageOrEphemeral(state, {
            messageId: sourceMessageId,
            channelId: place.channel.id,
          });
    const metadata = {
      id,
      type,
      user: findUser(state, place.userId).user,
      authorizing_integration_owners: base.authorizing_integration_owners,
      ...what.metadata,
    };
    return interactions.create({
      id,
      type,
      applicationId: application.id,
      botUserId: application.botUserId,
      userId: place.userId,
      channelId: place.channel.id,
      guildId: place.guild?.id ?? null,
      sourceMessageId: source?.id ?? null,
      // Both unions can't be built from parts that are only known at run time.
      metadata: metadata as unknown as APIMessageInteractionMetadata,
      payload: {
        ...base,
        type,
        data,
        ...(source === null ? {} : { message: viewMessage(state, source, null) }),
      } as Parameters<Interactions['create']>[0]['payload'],
    });
  }

  const about = ({ id, name, type, guild_id: guildId }: APIApplicationCommand): object => ({
    id,
    name,
    type,
    ...(guildId === undefined ? {} : { guild_id: guildId }),
  });

  return {
    visible: (guildId, userId) => visibleCommands(state, commands, { guildId, userId }),

    slash({ userId, channelId }, [name = '', ...path], options) {
      const place = placeOf(state, channelId, userId);
      const type = ApplicationCommandType.ChatInput;
      const command = usableCommand(state, commands, { place, name, type });
      const resolver = createResolver(state, place);
      const sent = fillOptions(leafOf(command, path), options, { resolver, state });
      const resolved = resolver.result();
      return start(place, findApplication(state, command.application_id), {
        type:
          options.focused === null
            ? InteractionType.ApplicationCommand
            : InteractionType.ApplicationCommandAutocomplete,
        data: {
          ...about(command),
          ...(sent.length === 0 ? {} : { options: sent }),
          ...(resolved === undefined ? {} : { resolved }),
        },
      });
    },

    menu({ userId, channelId }, { type, name, targetId }) {
      const place = placeOf(state, channelId, userId);
      const command = usableCommand(state, commands, { place, name, type });
      const resolver = createResolver(state, place);
      const isUser = type === ApplicationCommandType.User;
      if (isUser) {
        if (!resolver.user(targetId)) throw refusal(RESTJSONErrorCodes.UnknownUser);
      } else resolver.message(findMessage(place.channel, targetId));
      return start(place, findApplication(state, command.application_id), {
        type: InteractionType.ApplicationCommand,
        data: { ...about(command), target_id: targetId, resolved: resolver.result() },
        metadata: isUser
          ? { target_user: findUser(state, targetId).user }
          : { target_message_id: targetId },
      });
    },

    component({ userId, channelId }, { messageId, which, values }) {
      const place = placeOf(state, channelId, userId);
      const message = findMessageOrEphemeral(state, { messageId, channelId });
      const readerId = state.ephemerals.get(messageId)?.userId ?? userId;
      if (message === null || readerId !== userId) {
        throw refusal(RESTJSONErrorCodes.UnknownMessage);
      }
      const used = usableComponent(message, which);
      const resolver = createResolver(state, place);
      if (isSelect(used)) checkValues(used, values, resolver);
      const resolved = resolver.result();
      return start(place, findApplication(state, message.application_id ?? ''), {
        type: InteractionType.MessageComponent,
        data: {
          custom_id: used.custom_id,
          component_type: used.type,
          ...(used.id === undefined ? {} : { id: used.id }),
          ...(isSelect(used) ? { values: [...values] } : {}),
          ...(resolved === undefined ? {} : { resolved }),
        },
        sourceMessageId: message.id,
        metadata: { interacted_message_id: message.id },
      });
    },

    submit(shownBy, values) {
      if (shownBy.modal === null) throw refusal(RESTJSONErrorCodes.UnknownInteraction);
      const place = placeOf(state, shownBy.channelId, shownBy.userId);
      const resolver = createResolver(state, place);
      const components = fillModal(shownBy.modal, values, resolver);
      const resolved = resolver.result();
      return start(place, findApplication(state, shownBy.applicationId), {
        type: InteractionType.ModalSubmit,
        data: {
          custom_id: shownBy.modal.custom_id,
          components,
          ...(resolved === undefined ? {} : { resolved }),
        },
        sourceMessageId: shownBy.sourceMessageId,
        metadata: { triggering_interaction_metadata: shownBy.metadata },
      });
    },
  };
}
