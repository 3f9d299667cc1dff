import {
  ApplicationCommandType,
  InteractionType,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type APIMessageInteractionMetadata,
  type Locale,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { findApplication, usableCommand, visibleCommands } from './command-access.ts';
import { fillOptions, resolveCommandPath, type FilledOptions } from './command-options.ts';
import type { Commands } from './commands.ts';
import {
  payloadBase,
  contextOf,
  type InteractionContext,
  type Invoker,
} from './interaction-payload.ts';
import { findMessageOrEphemeral, type InteractionState } from './interaction-state.ts';
import type { Interactions } from './interactions.ts';
import { checkValues, isSelect, usableComponent } from '../messages/message-components.ts';
import { fillModal, type ModalValues } from './modal-input.ts';
import { createResolver } from './resolved.ts';
import { findMessage, findUser, type WorldState } from '../state.ts';
import type { ApplicationState } from '../types.ts';
import { viewMessage } from '../view.ts';

/** Starts interactions as users. Each method throws for what Discord's client would not offer. */
export interface Invocations {
  visible(guildId: string, userId: string): APIApplicationCommand[];
  /** A slash command with its subcommand path, or its autocomplete request when `options.focused` is set. */
  slash(invoker: Invoker, path: readonly string[], options: FilledOptions): InteractionState;
  menu(
    invoker: Invoker,
    target: {
      readonly type: ApplicationCommandType.User | ApplicationCommandType.Message;
      readonly name: string;
      readonly targetId: string;
    },
  ): InteractionState;
  /** `customIdOrLabel`: the component's custom id, or the button's label. */
  component(
    invoker: Invoker,
    used: {
      readonly messageId: string;
      readonly customIdOrLabel: string;
      readonly values: readonly string[];
    },
  ): InteractionState;
  submit(
    openedBy: InteractionState,
    form: { readonly locale: Locale; readonly values: ModalValues },
  ): InteractionState;
}

export function createInvocations(
  state: WorldState,
  { commands, interactions }: { commands: Commands; interactions: Interactions },
): Invocations {
  return {
    visible: (guildId, userId) => visibleCommands(state, commands, { guildId, userId }),

    slash(invoker, [name = '', ...path], options) {
      const context = contextOf(state, invoker);
      const type = ApplicationCommandType.ChatInput;
      const command = usableCommand(state, commands, { context, name, type });
      const resolver = createResolver(state, context);
      const sent = fillOptions(resolveCommandPath(command, path), options, { resolver, state });
      const resolved = resolver.result();
      return start(
        { state, interactions },
        context,
        findApplication(state, command.application_id),
        {
          type:
            options.focused === null
              ? InteractionType.ApplicationCommand
              : InteractionType.ApplicationCommandAutocomplete,
          data: {
            ...commandData(command),
            ...(sent.length === 0 ? {} : { options: sent }),
            ...(resolved === undefined ? {} : { resolved }),
          },
        },
      );
    },

    menu(invoker, { type, name, targetId }) {
      const context = contextOf(state, invoker);
      const command = usableCommand(state, commands, { context, name, type });
      const resolver = createResolver(state, context);
      const isUser = type === ApplicationCommandType.User;
      if (isUser) {
        if (!resolver.user(targetId)) throw apiError(RESTJSONErrorCodes.UnknownUser);
      } else resolver.message(findMessage(context.channel, targetId));
      return start(
        { state, interactions },
        context,
        findApplication(state, command.application_id),
        {
          type: InteractionType.ApplicationCommand,
          data: { ...commandData(command), target_id: targetId, resolved: resolver.result() },
          metadata: isUser
            ? { target_user: findUser(state, targetId).user }
            : { target_message_id: targetId },
        },
      );
    },

    component(invoker, { messageId, customIdOrLabel, values }) {
      const { userId, channelId } = invoker;
      const context = contextOf(state, invoker);
      const message = findMessageOrEphemeral(state, { messageId, channelId });
      const viewerId = state.ephemerals.get(messageId)?.userId ?? userId;
      if (message === null || viewerId !== userId) {
        throw apiError(RESTJSONErrorCodes.UnknownMessage);
      }
      const used = usableComponent(message, customIdOrLabel);
      const resolver = createResolver(state, context);
      if (isSelect(used)) checkValues(used, values, resolver);
      const resolved = resolver.result();
      return start(
        { state, interactions },
        context,
        findApplication(state, message.application_id ?? ''),
        {
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
        },
      );
    },

    submit(openedBy, { locale, values }) {
      if (openedBy.modal === null) throw apiError(RESTJSONErrorCodes.UnknownInteraction);
      const context = contextOf(state, { ...openedBy, locale });
      const resolver = createResolver(state, context);
      const components = fillModal(openedBy.modal, values, resolver);
      const resolved = resolver.result();
      return start(
        { state, interactions },
        context,
        findApplication(state, openedBy.applicationId),
        {
          type: InteractionType.ModalSubmit,
          data: {
            custom_id: openedBy.modal.custom_id,
            components,
            ...(resolved === undefined ? {} : { resolved }),
          },
          sourceMessageId: openedBy.sourceMessageId,
          metadata: { triggering_interaction_metadata: openedBy.metadata },
        },
      );
    },
  };
}

function start(
  { state, interactions }: { readonly state: WorldState; readonly interactions: Interactions },
  context: InteractionContext,
  application: ApplicationState,
  options: {
    readonly type: InteractionType;
    readonly data: object;
    readonly sourceMessageId?: string | null;
    readonly metadata?: object;
  },
): InteractionState {
  const { type, data, sourceMessageId = null } = options;
  const id = state.newId();
  const base = payloadBase(state, context, application);
  const source =
    sourceMessageId === null
      ? null
      : findMessageOrEphemeral(state, {
          messageId: sourceMessageId,
          channelId: context.channel.id,
        });
  const metadata = {
    id,
    type,
    user: findUser(state, context.userId).user,
    authorizing_integration_owners: base.authorizing_integration_owners,
    ...options.metadata,
  };
  return interactions.create({
    id,
    type,
    applicationId: application.id,
    botUserId: application.botUserId,
    userId: context.userId,
    channelId: context.channel.id,
    guildId: context.guild?.id ?? null,
    sourceMessageId: source?.id ?? null,
    // The compiler can't build these unions from dynamic parts.
    metadata: metadata as unknown as APIMessageInteractionMetadata,
    payload: {
      ...base,
      type,
      data,
      ...(source === null ? {} : { message: viewMessage(state, source, null) }),
    } as Parameters<Interactions['create']>[0]['payload'],
  });
}

const commandData = ({ id, name, type, guild_id: guildId }: APIApplicationCommand): object => ({
  id,
  name,
  type,
  ...(guildId === undefined ? {} : { guild_id: guildId }),
});
