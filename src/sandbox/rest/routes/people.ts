import { ApplicationCommandType, Locale } from 'discord-api-types/v10';
import { z } from 'zod';

import { invalidField } from '../../errors.ts';
import {
  viewInteraction,
  type InteractionState,
} from '../../world/interactions/interaction-state.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { snowflakeSchema } from '../forms/fields.ts';
import type { UploadedFile } from '../multipart.ts';

const optionsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .default({});
const pathSchema = z.string().transform((text) => text.trim().split(/\s+/));

/** A person's actions, in the sandbox's own format: Discord doesn't document the requests of its clients. */
const userActionSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('slash'),
    channel_id: snowflakeSchema,
    path: pathSchema,
    options: optionsSchema,
    /** By option name: the number n of `files[n]`. */
    attachments: z.record(z.string(), z.string()).default({}),
    focused: z.string().nullable().default(null),
  }),
  z.object({
    kind: z.literal('menu'),
    channel_id: snowflakeSchema,
    type: z.literal([ApplicationCommandType.User, ApplicationCommandType.Message]),
    name: z.string(),
    target_id: snowflakeSchema,
  }),
  z.object({
    kind: z.literal('component'),
    channel_id: snowflakeSchema,
    message_id: snowflakeSchema,
    /** The custom id, or a button's label. */
    component: z.string(),
    values: z.array(z.string()).default([]),
  }),
  z.object({
    kind: z.literal('modal'),
    /** The interaction that opened the modal. */
    interaction_id: snowflakeSchema,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()])),
  }),
]);
type UserAction = z.infer<typeof userActionSchema>;

/** With `after`, the request waits for a later revision. */
const waitSchema = z.object({ after: z.coerce.number().int().optional() });

/** Routes for what people do with applications, authenticated by their own tokens. */
export function addPeopleRoutes({ route, world }: Api): void {
  const { interactions, invocations, state } = world;

  route('GET /guilds/:guild_id/commands', (call) =>
    invocations.visible(call.id('guild_id'), call.actor.userId),
  );

  route('POST /interactions', (call) =>
    viewInteraction(state, invoke(call, call.form(userActionSchema))),
  );

  route('GET /interactions/:interaction_id', async (call) => {
    const interaction = interactions.ofUser(call.id('interaction_id'), call.actor.userId);
    const { after } = call.query(waitSchema);
    if (after !== undefined) await interactions.changed(interaction, after);
    return viewInteraction(state, interaction);
  });

  function invoke(call: Call, action: UserAction): InteractionState {
    const { actor, files } = call;
    const { userId } = actor;
    const locale = clientLocale(call);
    switch (action.kind) {
      case 'slash': {
        const { channel_id: channelId, path, options: values, attachments, focused } = action;
        const namedFiles = Object.entries(attachments).map(
          ([name, number]) => [name, fileOf(files, number)] as const,
        );
        const filled = { values, files: new Map(namedFiles), focused };
        return invocations.slash({ userId, channelId, locale }, path, filled);
      }
      case 'menu': {
        const { channel_id: channelId, type, name, target_id: targetId } = action;
        return invocations.menu({ userId, channelId, locale }, { type, name, targetId });
      }
      case 'component': {
        const { channel_id: channelId, message_id: messageId, component, values } = action;
        return invocations.component(
          { userId, channelId, locale },
          { messageId, customIdOrLabel: component, values },
        );
      }
      case 'modal':
        return invocations.submit(interactions.ofUser(action.interaction_id, userId), {
          locale,
          values: action.values,
        });
    }
  }
}

/** Like Discord's client, a person sends its language in X-Discord-Locale. */
function clientLocale({ locale: header }: Call): Locale {
  return Object.values(Locale).find((locale) => locale === header) ?? Locale.EnglishUS;
}

function fileOf(files: ReadonlyMap<string, UploadedFile>, number: string): UploadedFile {
  const file = files.get(number);
  if (file !== undefined) return file;
  throw invalidField(['attachments', number], {
    code: 'BASE_TYPE_REQUIRED',
    message: 'The file is missing.',
  });
}
