import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { z } from 'zod';

import { modalComponentsSchema } from './components.ts';
import { textSchema } from './fields.ts';

/** A modal as an application shows it. */
export const modalSchema = z
  .object({
    custom_id: textSchema(100, 1),
    title: textSchema(45, 1),
    components: modalComponentsSchema,
  })
  // Its components are checked; their union can't be built from that.
  .transform((modal) => modal as unknown as APIModalInteractionResponseCallbackData);
