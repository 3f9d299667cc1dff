import { z } from 'zod';

/**
 * An unset variable and one set to nothing are the same thing: `.env` files are full of the latter. Blanks round a
 * value, such as the line end of a file it was read from, are never part of it.
 */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    return trimmed === '' ? undefined : trimmed;
  }, schema);
}

/** A key stands in a header, which takes printable ASCII. */
export const apiKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must be printable ASCII without blanks');

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
