import { Locale } from 'discord-api-types/v10';
import { z } from 'zod';

import { textSchema } from './fields.ts';

const NAME_PATTERN = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** The name of a slash command or option (interactions/application-commands, application command naming). */
export const commandNameSchema = textSchema(32, 1).refine(isCommandName, {
  error: 'Command name is invalid',
  params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
});

export const descriptionSchema = textSchema(100, 1);

/** Localized texts by locale, with the same limits as the text they translate. */
export function localizationsSchema(text: z.ZodType<string>) {
  return z.partialRecord(z.enum(Locale), text).nullish();
}

export function isCommandName(name: string): boolean {
  return NAME_PATTERN.test(name) && name === name.toLowerCase();
}
