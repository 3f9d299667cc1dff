import { z } from 'zod';

/** An id: Discord takes numbers in strings, and numbers as far as JSON can carry them. */
export const snowflakeSchema = z.union([z.string(), z.int()]).transform((value, context) => {
  const text = String(value);
  if (/^\d{1,20}$/.test(text)) return text;
  context.addIssue({
    code: 'custom',
    message: `Value "${text}" is not snowflake.`,
    params: { code: 'NUMBER_TYPE_COERCE' },
  });
  return z.NEVER;
});

/** A text of a length counted in characters, not in UTF-16 units. */
export function textSchema(max: number, min = 0): z.ZodString {
  return z.string().check((context) => {
    const text = context.value;
    // There are never more characters than units.
    const length =
      text.length <= max && text.length >= min * 2 ? text.length : Array.from(text).length;
    if (length <= max && length >= min) return;
    context.issues.push({
      code: 'custom',
      input: text,
      message:
        min > 0
          ? `Must be between ${min} and ${max} in length.`
          : `Must be ${max} or fewer in length.`,
      params: { code: min > 0 ? 'BASE_TYPE_BAD_LENGTH' : 'BASE_TYPE_MAX_LENGTH' },
    });
  });
}

/** A permission set: a number in a string. */
export const permissionsSchema = z
  .union([z.string().regex(/^\d{1,40}$/), z.int().nonnegative()])
  .transform(BigInt);

/** ISO 8601, in Discord's or JavaScript's way of writing it. */
export const timestampSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)), {
  error: (issue) => `Could not parse ${String(issue.input)}. Should be ISO8601.`,
  params: { code: 'DATE_TIME_TYPE_PARSE' },
});

/** `limit` of a list: in the query it is text. */
export function limitSchema({ max, usual }: { max: number; usual: number }) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
      z.int().min(1).max(max),
    )
    .default(usual);
}

export const flagSchema = z
  .enum(['true', 'false', 'True', 'False', '1', '0'])
  .transform((text) => text === 'true' || text === 'True' || text === '1');
