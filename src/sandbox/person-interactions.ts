import {
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

import { AppError } from '../shared/errors.ts';
import { multipartForm, type PersonClient, type Upload } from './person-client.ts';
import type { Acknowledgement, InteractionView } from './world/interactions/interaction-state.ts';

/** The bot did not respond in time. Discord's client shows "The application did not respond". */
export class InteractionFailedError extends AppError {
  readonly code = 'interaction_failed';
}

/** An interaction as the person who started it sees it. Each call fetches the current state. */
export interface Interaction {
  readonly id: string;
  readonly acknowledged: Acknowledgement;
  /** True if only this person sees the response. */
  readonly isEphemeral: boolean;
  readonly modal: APIModalInteractionResponseCallbackData | null;
  /**
   * Waits until the bot is no longer "thinking". Resolves with the response to a command, or with the updated
   * message of a component. Throws when the response was deleted or never came.
   */
  response(): Promise<APIMessage>;
  /** The response now, even while "thinking" (flag LOADING); null when there is none or it was deleted. */
  current(): Promise<APIMessage | null>;
  followUps(): Promise<APIMessage[]>;
  /** Waits until `matches` returns true for the view, e.g. progress, a follow-up or a deletion. */
  until(matches: (view: InteractionView) => boolean): Promise<InteractionView>;
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>;
/** By option name. */
export type OptionFiles = Readonly<Record<string, Upload>>;
/** By custom id: the text, the selected values, or whether a checkbox is ticked. */
export type ModalInputs = Readonly<Record<string, string | readonly string[] | boolean>>;

/**
 * Uses bots as a person. Each call resolves once the bot has acknowledged. It throws `DiscordRequestError` for
 * requests Discord's client would not send, and `InteractionFailedError` when the bot doesn't acknowledge in time.
 */
export interface PersonInteractions {
  /** The application commands this person can use in a guild. */
  commands(guildId: string): Promise<APIApplicationCommand[]>;
  /** `path` is the command with its subcommands: `'insights query'`. Users, channels and roles are given by id. */
  slash(
    channelId: string,
    path: string,
    options?: OptionValues,
    files?: OptionFiles,
  ): Promise<Interaction>;
  /** The choices suggested for the option `focused`. */
  autocomplete(
    channelId: string,
    path: string,
    options: OptionValues,
    focused: string,
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  userCommand(channelId: string, name: string, targetUserId: string): Promise<Interaction>;
  messageCommand(channelId: string, name: string, messageId: string): Promise<Interaction>;
  /** Clicks the button with this custom id or label. */
  click(
    message: Pick<APIMessage, 'id' | 'channel_id'>,
    customIdOrLabel: string,
  ): Promise<Interaction>;
  select(
    message: Pick<APIMessage, 'id' | 'channel_id'>,
    customId: string,
    values: readonly string[],
  ): Promise<Interaction>;
  /** Submits the modal that an interaction opened. */
  submit(openedBy: Pick<Interaction, 'id'>, inputs: ModalInputs): Promise<Interaction>;
}

export function createPersonInteractions(client: PersonClient): PersonInteractions {
  /** Without `after`, the view now; with it, the next view with a later revision. */
  async function fetchView(id: string, after?: number): Promise<InteractionView> {
    const query = after === undefined ? '' : `?after=${after}`;
    return client.people({ method: 'GET', path: `/interactions/${id}${query}` });
  }

  async function until(
    first: InteractionView,
    matches: (view: InteractionView) => boolean,
  ): Promise<InteractionView> {
    let view = first;
    while (!matches(view)) {
      if (view.failure !== null) {
        throw new InteractionFailedError(
          `Interaction ${view.id}: the application did not respond (${view.failure}).`,
        );
      }
      view = await fetchView(view.id, view.revision);
    }
    return view;
  }

  async function start(body: object, files: readonly Upload[] = []): Promise<InteractionView> {
    const first = await client.people<InteractionView>({
      method: 'POST',
      path: '/interactions',
      ...(files.length === 0 ? { body } : { form: multipartForm(body, files) }),
    });
    return until(first, ({ acknowledged }) => acknowledged !== null);
  }

  async function interact(body: object, files?: readonly Upload[]): Promise<Interaction> {
    const { id, acknowledged, isEphemeral, modal } = await start(body, files);
    if (acknowledged === null) throw new Error(`Interaction ${id} was not acknowledged.`);
    return {
      id,
      acknowledged,
      isEphemeral,
      modal,
      async response() {
        const { original } = await until(await fetchView(id), (view) => view.isAnswered);
        if (original !== null) return original;
        throw new InteractionFailedError(`Interaction ${id}: the response was deleted.`);
      },
      current: async () => (await fetchView(id)).original,
      followUps: async () => [...(await fetchView(id)).followUps],
      until: async (matches) => until(await fetchView(id), matches),
    };
  }

  return {
    commands: (guildId) => client.people({ method: 'GET', path: `/guilds/${guildId}/commands` }),

    slash(channelId, path, options = {}, files = {}) {
      const attachments = Object.fromEntries(
        Object.keys(files).map((name, index) => [name, String(index)]),
      );
      const body = { kind: 'slash', channel_id: channelId, path, options, attachments };
      return interact(body, Object.values(files));
    },

    async autocomplete(channelId, path, options, focused) {
      const body = { kind: 'slash', channel_id: channelId, path, options, focused };
      return (await start(body)).choices ?? [];
    },

    userCommand: (channelId, name, targetId) =>
      interact({
        kind: 'menu',
        type: ApplicationCommandType.User,
        channel_id: channelId,
        name,
        target_id: targetId,
      }),

    messageCommand: (channelId, name, targetId) =>
      interact({
        kind: 'menu',
        type: ApplicationCommandType.Message,
        channel_id: channelId,
        name,
        target_id: targetId,
      }),

    click: ({ id, channel_id: channelId }, component) =>
      interact({ kind: 'component', channel_id: channelId, message_id: id, component }),

    select: ({ id, channel_id: channelId }, component, values) =>
      interact({ kind: 'component', channel_id: channelId, message_id: id, component, values }),

    submit: ({ id }, values) => interact({ kind: 'modal', interaction_id: id, values }),
  };
}
