import { ApplicationCommandType } from 'discord-api-types/v10';
import { z } from 'zod';

import { invalidField } from '../../errors.ts';
import { viewInteraction, type InteractionState } from '../../world/interaction-state.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { snowflakeSchema } from '../forms/fields.ts';
import type { UploadedFile } from '../multipart.ts';

const optionsSchema = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .default({});
const pathSchema = z.string().transform((text) => text.trim().split(/\s+/));

/** Something a person does, in the sandbox's own words. Discord does not document what its clients send. */
const deedSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('slash'),
    channel_id: snowflakeSchema,
    path: pathSchema,
    options: optionsSchema,
    /** By option name, the number n of `files[n]`. */
    attachments: z.record(z.string(), z.string()).default({}),
    /** The option being typed: asks for suggestions. */
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
    which: z.string(),
    values: z.array(z.string()).default([]),
  }),
  z.object({
    kind: z.literal('modal'),
    /** The interaction that showed the modal. */
    interaction_id: snowflakeSchema,
    values: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.boolean()])),
  }),
]);
type Deed = z.infer<typeof deedSchema>;

/** Waits for a revision beyond this one. */
const waitSchema = z.object({ after: z.coerce.number().int().optional() });

/** What people do with applications, under their own tokens. */
export function addPeopleRoutes({ route, world }: Api): void {
  const { interactions, invocations, state } = world;

  route('GET /guilds/:guild_id/commands', (call) =>
    invocations.visible(call.id('guild_id'), call.actor.userId),
  );

  route('POST /interactions', (call) =>
    viewInteraction(state, invoke(call, call.form(deedSchema))),
  );

  // Answers at once, or with `after` when there is something new.
  route('GET /interactions/:interaction_id', async (call) => {
    const interaction = interactions.ofUser(call.id('interaction_id'), call.actor.userId);
    const { after } = call.query(waitSchema);
    if (after !== undefined) await interactions.changed(interaction, after);
    return viewInteraction(state, interaction);
  });

  function invoke({ actor: { userId }, files }: Call, deed: Deed): InteractionState {
    switch (deed.kind) {
      case 'slash': {
        const { channel_id: channelId, path, options: values, attachments, focused } = deed;
        const named = Object.entries(attachments).map(
          ([name, number]) => [name, fileOf(files, number)] as const,
        );
        const filled = { values, files: new Map(named), focused };
        return invocations.slash({ userId, channelId }, path, filled);
      }
      case 'menu': {
        const { channel_id: channelId, type, name, target_id: targetId } = deed;
        return invocations.menu({ userId, channelId }, { type, name, targetId });
      }
      case 'component': {
        const { channel_id: channelId, message_id: messageId, which, values } = deed;
        return invocations.component({ userId, channelId }, { messageId, which, values });
      }
      case 'modal':
        return invocations.submit(interactions.ofUser(deed.interaction_id, userId), deed.values);
    }
  }
}

function fileOf(files: ReadonlyMap<string, UploadedFile>, number: string): UploadedFile {
  const file = files.get(number);
  if (file !== undefined) return file;
  throw invalidField(['attachments', number], {
    code: 'BASE_TYPE_REQUIRED',
    message: 'The file is missing.',
  });
}
