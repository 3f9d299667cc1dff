import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { UserError } from '../../lib/errors.ts';
import { failureOf } from '../failure.ts';
import { explanationOf } from '../refusals.ts';
import { aboutMember } from '../texts.ts';
import { dispatchTexts } from './texts.ts';

/** What an explanation of a refusal names. */
export interface Surroundings {
  readonly botRole: string;
  /** The name of the channel the command was used in. */
  readonly channel: string;
}

const MISSING_PERMISSIONS: number = RESTJSONErrorCodes.MissingPermissions;
/** The request was wrong, and that is our fault. */
const INVALID_FORM: number = RESTJSONErrorCodes.InvalidFormBodyOrContentType;

/** A failure as a sentence for who asked; null for one of ours, which only the log can tell about. */
export function explainFailure(error: unknown, surroundings: Surroundings): string | null {
  if (error instanceof UserError) return error.message;
  const isDiscords =
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    error instanceof RateLimitError;
  if (!isDiscords) return null;
  const failure = failureOf(error);
  if (failure.kind === 'unavailable') return dispatchTexts.discordAway;
  if (failure.code === INVALID_FORM) return null;
  if (failure.code === MISSING_PERMISSIONS) return dispatchTexts.permission(surroundings.botRole);
  const context = { effect: 'alert', permission: null, ...surroundings } as const;
  const known = explanationOf(failure, context);
  if (known === null) return dispatchTexts.refused(failure.answer, failure.code);
  const { reason, mend } = aboutMember(known);
  return `${reason} ${mend}`;
}
