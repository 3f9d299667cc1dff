import { z } from 'zod';
import { isPostgresUrl } from '../state-url.ts';

/** Treats an empty variable as unset, because `.env` files contain many of those. Also trims the value. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => {
    const trimmed = typeof value === 'string' ? value.trim() : value;
    return trimmed === '' ? undefined : trimmed;
  }, schema);
}

/** Long enough for every valid value. A longer one may be a secret in the wrong variable. */
const MAX_SHOWN_LENGTH = 12;

/** The error message for an invalid value. Not for secrets, nor for addresses, which can contain secrets. */
export function mustBe(expected: string): { error: (issue: { input?: unknown }) => string } {
  return {
    error: ({ input }) =>
      typeof input === 'string' && input.length <= MAX_SHOWN_LENGTH
        ? `must be ${expected}, but is “${input}”`
        : `must be ${expected}`,
  };
}

/** API keys are sent in a header, which allows only printable ASCII. */
export const apiKeySchema = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'must contain only printable ASCII characters and no spaces');

export const httpUrlSchema = z.url({
  protocol: /^https?$/,
  error: 'must be a URL that starts with http:// or https://',
});

export const LOOPBACK = '127.0.0.1';
const MAX_PORT = 65_535;

export const portSchema = z
  .string()
  .refine(
    (port) => /^\d{1,5}$/.test(port) && Number(port) <= MAX_PORT,
    mustBe(`a port number from 0 to ${MAX_PORT}`),
  )
  .transform(Number);

export function wholeNumberSchema(range: { min: number; max: number; fallback: number }) {
  const { min, max, fallback } = range;
  const expected = mustBe(`a whole number from ${min} to ${max}`);
  return z
    .string()
    .refine((text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max, expected)
    .transform(Number)
    .default(fallback);
}

/** A SQLite file or a PostgreSQL database. The message does not show the value, which may contain a password. */
export function stateUrlSchema(defaultUrl: string) {
  return z
    .string()
    .refine(
      (url) => /^sqlite:.+/.test(url) || namesPostgresDatabase(url),
      `must be “sqlite:” and a path, such as ${defaultUrl}, or postgres://user:password@host/database`,
    )
    .default(defaultUrl);
}

const namesPostgresDatabase = (url: string): boolean =>
  isPostgresUrl(url) && URL.canParse(url) && new URL(url).pathname.length > 1;

export const HOW_TO_CREATE_A_STATE_KEY = 'create one with: openssl rand -base64 32';

/** `STATE_KEY`, decoded: 32 bytes, written as 43 characters of base64 and one of padding. */
export const stateKeySchema = z
  .string()
  .regex(/^[A-Za-z0-9+/]{43}=$/, `must be 32 random bytes in base64; ${HOW_TO_CREATE_A_STATE_KEY}`)
  .transform((text) => Buffer.from(text, 'base64'));

const MAX_SEARCH_INTERVAL_SECONDS = 3_600;

/** `SERVICE_SEARCH_INTERVAL_SECONDS`, in milliseconds. The bot and `npm run service` each observe it. */
export const searchIntervalSchema = z
  .string()
  .refine(
    (text) => /^\d{1,4}$/.test(text) && Number(text) <= MAX_SEARCH_INTERVAL_SECONDS,
    mustBe(`a number of seconds from 0 to ${MAX_SEARCH_INTERVAL_SECONDS}`),
  )
  .transform((text) => Number(text) * 1_000)
  .default(120_000);

/** A comma-separated list; empty values are ignored. */
export const listSchema = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((value) => value.trim())
      .filter((value) => value !== ''),
  );
