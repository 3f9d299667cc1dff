import {
  InteractionResponseType as Type,
  MessageFlags,
  type APIModalInteractionResponseCallbackData,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { localizationsSchema } from './command-fields.ts';
import { modalComponentsSchema } from './components.ts';
import { textSchema } from './fields.ts';
import { editMessageSchema, interactionMessageSchema } from './message.ts';

const MAX_CHOICES = 25;

const choicesSchema = z.object({
  choices: z
    .array(
      z.object({
        name: textSchema(100, 1),
        name_localizations: localizationsSchema(textSchema(100, 1)),
        value: z.union([textSchema(100), z.number()]),
      }),
    )
    .max(MAX_CHOICES)
    .default([]),
});

const modalSchema = z
  .object({
    custom_id: textSchema(100, 1),
    title: textSchema(45, 1),
    components: modalComponentsSchema,
  })
  // The components are validated above; zod can't infer their union.
  .transform((modal) => modal as unknown as APIModalInteractionResponseCallbackData);

/** Body of Create Interaction Response, without the types the sandbox doesn't support: PONG, premium, activities. */
export const callbackSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal(Type.ChannelMessageWithSource),
    data: interactionMessageSchema,
  }),
  z.object({
    type: z.literal(Type.DeferredChannelMessageWithSource),
    data: z
      .object({
        flags: z
          .int()
          .transform((bits) => bits & MessageFlags.Ephemeral)
          .nullish(),
      })
      .nullish(),
  }),
  z.object({ type: z.literal(Type.DeferredMessageUpdate) }),
  z.object({ type: z.literal(Type.UpdateMessage), data: editMessageSchema.default({}) }),
  z.object({
    type: z.literal(Type.ApplicationCommandAutocompleteResult),
    data: choicesSchema,
  }),
  z.object({ type: z.literal(Type.Modal), data: modalSchema }),
]);
export type Callback = z.infer<typeof callbackSchema>;
