import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { DiscordUnavailableError } from './errors.ts';

/** What it means that a request to Discord failed. */
export type Failure =
  /** Discord understood and said no. Asking again would get the same answer. */
  | { readonly kind: 'refused'; readonly code: number; readonly answer: string }
  /** Discord is away, overloaded or out of reach. `reason` is a sentence for a log. */
  | { readonly kind: 'unavailable'; readonly reason: string };

/** The codes of Node's and undici's network errors, as against those of wrong arguments (`ERR_…`). */
const NETWORK_CODE = /^(?:E(?!RR_)[A-Z_]+|UND_ERR_\w+)$/;

const OVERLOADED: number = RESTJSONErrorCodes.APIResourceOverloaded;

/** Reads an error of discord.js. What is no answer and no network trouble is a fault of ours and thrown on. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DiscordAPIError) return answered(error);
  if (error instanceof HTTPError) {
    return { kind: 'unavailable', reason: `Discord answered ${error.status}.` };
  }
  if (error instanceof RateLimitError) {
    return { kind: 'unavailable', reason: 'Discord limits how often this may be asked.' };
  }
  if (error instanceof DiscordUnavailableError) {
    return { kind: 'unavailable', reason: error.message };
  }
  if (!(error instanceof Error)) throw error;
  if (error.name === 'AbortError') {
    return { kind: 'unavailable', reason: 'Discord did not answer in time.' };
  }
  // After a 401 and after a shutdown discord.js has no token any more and says so only in words.
  if (error.message.startsWith('Expected token to be set')) {
    return { kind: 'unavailable', reason: 'The bot is not logged in to Discord.' };
  }
  if ('code' in error && typeof error.code === 'string' && NETWORK_CODE.test(error.code)) {
    return { kind: 'unavailable', reason: `Discord cannot be reached (${error.code}).` };
  }
  throw error;
}

function answered(error: DiscordAPIError): Failure {
  const { status, rawError } = error;
  const unavailable: Failure = { kind: 'unavailable', reason: `Discord answered ${status}.` };
  // Without a code of Discord's it was something in front of Discord that answered.
  if (typeof error.code !== 'number' || status === 401 || status === 429) return unavailable;
  if (error.code === OVERLOADED) return unavailable;
  return {
    kind: 'refused',
    code: error.code,
    answer: 'message' in rawError ? rawError.message : '',
  };
}
