import { DiscordAPIError, HTTPError, RateLimitError, RESTJSONErrorCodes } from 'discord.js';
import { UserError } from '../../shared/errors.ts';
import { DiscordUnavailableError } from '../rest/errors.ts';
import { classifyError } from '../rest/classify-error.ts';
import { knownExplanation } from '../acting/actions/explain-api-error.ts';
import type { Renderer } from '../rendering/renderer.ts';

/** Names that explanations refer to. */
export interface FailureContext extends Renderer {
  readonly botRole: string;
  /** The name of the channel where the command was used. */
  readonly channel: string;
}

const MISSING_PERMISSIONS: number = RESTJSONErrorCodes.MissingPermissions;
/** Our request was wrong, which only the log can explain. */
const INVALID_FORM: number = RESTJSONErrorCodes.InvalidFormBodyOrContentType;

/** A failure as a sentence for the person; null for our own bugs, which only the log can explain. */
export function explainFailure(error: unknown, surroundings: FailureContext): string | null {
  const { t } = surroundings;
  if (error instanceof UserError) return error.message;
  const isDiscords =
    error instanceof DiscordAPIError ||
    error instanceof HTTPError ||
    error instanceof RateLimitError ||
    error instanceof DiscordUnavailableError;
  if (!isDiscords) return null;
  const failure = classifyError(error);
  if (failure.kind === 'unavailable') return t('interactions:discordUnavailable');
  if (failure.code === INVALID_FORM) return null;
  if (failure.code === MISSING_PERMISSIONS) {
    return t('interactions:missingPermission', { botRole: surroundings.botRole });
  }
  const context = { effect: 'alert', permission: null, ...surroundings } as const;
  const explanation = knownExplanation(failure, context);
  if (explanation === null) {
    return t('interactions:refused', { answer: failure.answer, code: failure.code });
  }
  return `${surroundings.show(explanation.reason)} ${surroundings.show(explanation.fix)}`;
}
