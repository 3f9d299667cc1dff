import { z } from 'zod';

/** An unset variable and one set to nothing are the same thing: `.env` files are full of the latter. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema);
}

export const httpUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be an address that starts with http:// or https://',
});

/** A path behind `sqlite:`; `wherever` is the one used when none is given. */
export function sqliteUrlSchema(wherever: string) {
  return z
    .string()
    .regex(/^sqlite:.+/, `must be a path behind "sqlite:", such as ${wherever}`)
    .default(wherever);
}
