import { InteractionResponseType as Type, MessageFlags } from 'discord-api-types/v10';
import { z } from 'zod';

import { localizationsSchema } from './command-fields.ts';
import { textSchema } from './fields.ts';
import { editMessageSchema, interactionMessageSchema } from './message.ts';
import { modalSchema } from './modal.ts';

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

/** Body of Create Interaction Response. PONG is for webhooks, the others are for what is not here: shops, activities. */
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
