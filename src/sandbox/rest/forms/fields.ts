import { z } from 'zod';
import { API_ID_PATTERN } from '../../../shared/snowflake.ts';

/** An id: a string of digits, or an integer as far as JSON can represent it. */
export const snowflakeSchema = z.union([z.string(), z.int()]).transform((value, context) => {
  const text = String(value);
  if (API_ID_PATTERN.test(text)) return text;
  context.addIssue({
    code: 'custom',
    message: `Value "${text}" is not snowflake.`,
    params: { code: 'NUMBER_TYPE_COERCE' },
  });
  return z.NEVER;
});

/** A text with a length limit in characters, not in UTF-16 units. */
export function textSchema(max: number, min = 0): z.ZodString {
  return z.string().check((context) => {
    const text = context.value;
    // A text never has more characters than UTF-16 units, so most texts need no counting.
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

/** A permission bit set: a number in a string. */
export const permissionsSchema = z
  .union([z.string().regex(/^\d{1,40}$/), z.int().nonnegative()])
  .transform(BigInt);

/** ISO 8601, in Discord's or JavaScript's format. */
export const timestampSchema = z.string().refine((text) => !Number.isNaN(Date.parse(text)), {
  error: (issue) => `Could not parse ${String(issue.input)}. Should be ISO8601.`,
  params: { code: 'DATE_TIME_TYPE_PARSE' },
});

/** The query parameter `limit` of a list. */
export function limitSchema({ max, defaultLimit }: { max: number; defaultLimit: number }) {
  return z
    .preprocess(
      (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
      z.int().min(1).max(max),
    )
    .default(defaultLimit);
}

export const flagSchema = z
  .enum(['true', 'false', 'True', 'False', '1', '0'])
  .transform((text) => text === 'true' || text === 'True' || text === '1');
