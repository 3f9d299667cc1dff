import {
  ApplicationCommandType,
  type APIApplicationCommand,
  type APIApplicationCommandOptionChoice,
  type APIMessage,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';

import { AppError } from '../lib/errors.ts';
import { formWith, type PersonClient, type Upload } from './person-client.ts';
import type { Acknowledgement, InteractionView } from './world/interaction-state.ts';

/** What Discord shows in place of an answer that did not come: "The application did not respond". */
export class InteractionFailedError extends AppError {
  readonly code = 'interaction_failed';
}

/** What a person sees of something they did with a bot. All of it is asked anew with every call. */
export interface Interaction {
  readonly id: string;
  /** How the bot first answered. */
  readonly acknowledged: Acknowledgement;
  /** Whether only this person sees the answer. */
  readonly isEphemeral: boolean;
  /** The form the bot opened; null: none. */
  readonly modal: APIModalInteractionResponseCallbackData | null;
  /**
   * The answer, once the bot is no longer "thinking": of a command its message, of a component that was
   * updated the message with it. Throws when the answer was deleted or never came.
   */
  response(): Promise<APIMessage>;
  /** The answer as it stands, "thinking" (flag LOADING) too; null: there is none, or it was deleted. */
  current(): Promise<APIMessage | null>;
  followUps(): Promise<APIMessage[]>;
  /** Waits until what is seen fits, and tells what it was: progress, a follow-up, a deletion. */
  until(fits: (view: InteractionView) => boolean): Promise<InteractionView>;
}

export type OptionValues = Readonly<Record<string, string | number | boolean>>;
/** By option name. */
export type OptionFiles = Readonly<Record<string, Upload>>;
/** By custom id: a text, the values of a select menu, a tick. */
export type ModalInputs = Readonly<Record<string, string | readonly string[] | boolean>>;

/**
 * What people do with bots. Each resolves as soon as the bot has acknowledged; what Discord would not let one do is
 * refused, and an interaction that nobody acknowledges in time throws `InteractionFailedError`.
 */
export interface PersonInteractions {
  /** What one is offered in a guild. */
  commands(guildId: string): Promise<APIApplicationCommand[]>;
  /** `'insights query'`: the words of the command. Users, channels and roles are given by their ids. */
  slash(
    channelId: string,
    path: string,
    options?: OptionValues,
    files?: OptionFiles,
  ): Promise<Interaction>;
  /** What is suggested while one types in the option `focused`. */
  autocomplete(
    channelId: string,
    path: string,
    options: OptionValues,
    focused: string,
  ): Promise<readonly APIApplicationCommandOptionChoice[]>;
  userMenu(channelId: string, name: string, targetUserId: string): Promise<Interaction>;
  messageMenu(channelId: string, name: string, messageId: string): Promise<Interaction>;
  /** Presses the button with this custom id, or with this on it. */
  click(message: Pick<APIMessage, 'id' | 'channel_id'>, which: string): Promise<Interaction>;
  select(
    message: Pick<APIMessage, 'id' | 'channel_id'>,
    customId: string,
    values: readonly string[],
  ): Promise<Interaction>;
  /** Sends the form that an interaction was answered with. */
  submit(shownBy: Pick<Interaction, 'id'>, inputs: ModalInputs): Promise<Interaction>;
}

export function createPersonInteractions(client: PersonClient): PersonInteractions {
  async function look(id: string, after?: number): Promise<InteractionView> {
    const query = after === undefined ? '' : `?after=${after}`;
    return client.people({ method: 'GET', path: `/interactions/${id}${query}` });
  }

  async function until(
    first: InteractionView,
    fits: (view: InteractionView) => boolean,
  ): Promise<InteractionView> {
    let view = first;
    while (!fits(view)) {
      if (view.failure !== null) {
        throw new InteractionFailedError(
          `Interaction ${view.id}: the application did not respond (${view.failure}).`,
        );
      }
      view = await look(view.id, view.revision);
    }
    return view;
  }

  async function start(deed: object, files: readonly Upload[] = []): Promise<InteractionView> {
    const first = await client.people<InteractionView>({
      method: 'POST',
      path: '/interactions',
      ...(files.length === 0 ? { body: deed } : { form: formWith(deed, files) }),
    });
    return until(first, ({ acknowledged }) => acknowledged !== null);
  }

  async function act(deed: object, files?: readonly Upload[]): Promise<Interaction> {
    const { id, acknowledged, isEphemeral, modal } = await start(deed, files);
    if (acknowledged === null) throw new Error(`Interaction ${id} was not acknowledged.`);
    return {
      id,
      acknowledged,
      isEphemeral,
      modal,
      async response() {
        const { original } = await until(await look(id), (view) => view.isAnswered);
        if (original !== null) return original;
        throw new InteractionFailedError(`Interaction ${id}: there is no answer to be seen.`);
      },
      current: async () => (await look(id)).original,
      followUps: async () => [...(await look(id)).followUps],
      until: async (fits) => until(await look(id), fits),
    };
  }

  return {
    commands: (guildId) => client.people({ method: 'GET', path: `/guilds/${guildId}/commands` }),

    slash(channelId, path, options = {}, files = {}) {
      const attachments = Object.fromEntries(
        Object.keys(files).map((name, index) => [name, String(index)]),
      );
      const deed = { kind: 'slash', channel_id: channelId, path, options, attachments };
      return act(deed, Object.values(files));
    },

    async autocomplete(channelId, path, options, focused) {
      const deed = { kind: 'slash', channel_id: channelId, path, options, focused };
      return (await start(deed)).choices ?? [];
    },

    userMenu: (channelId, name, targetId) =>
      act({
        kind: 'menu',
        type: ApplicationCommandType.User,
        channel_id: channelId,
        name,
        target_id: targetId,
      }),

    messageMenu: (channelId, name, targetId) =>
      act({
        kind: 'menu',
        type: ApplicationCommandType.Message,
        channel_id: channelId,
        name,
        target_id: targetId,
      }),

    click: ({ id, channel_id: channelId }, which) =>
      act({ kind: 'component', channel_id: channelId, message_id: id, which }),

    select: ({ id, channel_id: channelId }, which, values) =>
      act({ kind: 'component', channel_id: channelId, message_id: id, which, values }),

    submit: ({ id }, values) => act({ kind: 'modal', interaction_id: id, values }),
  };
}
