import { Locale } from 'discord-api-types/v10';
import { z } from 'zod';

import { textSchema } from './fields.ts';

const NAME_PATTERN = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** Of slash commands and options (interactions/application-commands, application command naming). */
export const commandNameSchema = textSchema(32, 1).refine(isCommandName, {
  error: 'Command name is invalid',
  params: { code: 'APPLICATION_COMMAND_INVALID_NAME' },
});

export const descriptionSchema = textSchema(100, 1);

/** Texts by locale, each as the text it translates has to be. */
export function localizationsSchema(text: z.ZodType<string>) {
  return z.partialRecord(z.enum(Locale), text).nullish();
}

export function isCommandName(name: string): boolean {
  return NAME_PATTERN.test(name) && name === name.toLowerCase();
}

/** An object without the fields that were not given. Discord does not answer with them. */
export function withoutUndefined<T extends object>(value: T): T {
  const given = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(given) as T; // fromEntries forgets which keys there were
}
