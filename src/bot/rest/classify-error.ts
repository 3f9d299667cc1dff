import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { DiscordUnavailableError } from './errors.ts';

/** Why a request to Discord failed. */
export type Failure =
  /** Discord rejected the request. A retry would fail in the same way. */
  | { readonly kind: 'refused'; readonly code: number; readonly answer: string }
  /** Discord is down, overloaded or unreachable. `reason` is a sentence for the log. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The codes of network errors of Node and undici, but not those of invalid arguments (`ERR_…`). */
const NETWORK_CODE = /^(?:E(?!RR_)[A-Z_]+|UND_ERR_\w+)$/;

const OVERLOADED: number = RESTJSONErrorCodes.APIResourceOverloaded;

/** Classifies an error of discord.js. Rethrows anything that is neither a response nor a network error, because it is a bug. */
export function classifyError(error: unknown): Failure {
  if (error instanceof DiscordAPIError) return classifyResponse(error);
  if (error instanceof HTTPError) {
    return { kind: 'unavailable', reason: `Discord answered ${error.status}.` };
  }
  if (error instanceof RateLimitError) {
    return { kind: 'unavailable', reason: 'Discord rate-limits this request.' };
  }
  if (error instanceof DiscordUnavailableError) {
    return { kind: 'unavailable', reason: error.message };
  }
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') {
    return { kind: 'unavailable', reason: 'Discord did not answer in time.' };
  }
  // After a 401 or a shutdown discord.js has no token, and its error has no code.
  if (error.message.startsWith('Expected token to be set')) {
    return { kind: 'unavailable', reason: 'The bot is not logged in to Discord.' };
  }
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODE.test(error.code)) {
    return { kind: 'unavailable', reason: `Discord cannot be reached (${error.code}).` };
  }
  throw error;
}

function classifyResponse(error: DiscordAPIError): Failure {
  const { status, rawError } = error;
  const unavailable: Failure = { kind: 'unavailable', reason: `Discord answered ${status}.` };
  // Without a Discord error code, the response came from a proxy in front of Discord.
  if (typeof error.code !== 'number' || status === 401 || status === 429) return unavailable;
  if (error.code === OVERLOADED) return unavailable;
  return {
    kind: 'refused',
    code: error.code,
    answer: 'message' in rawError ? rawError.message : '',
  };
}
