import { DiscordjsError, DiscordjsErrorCodes, GatewayCloseCodes } from 'discord.js';
import { AppError, errorMessage } from '../../shared/errors.ts';
import {
  DisallowedIntentsError,
  InvalidTokenError,
  SessionEndedError,
  UnreachableError,
} from './errors.ts';

/** The error of a failed login. */
export function loginError(error: unknown, apiUrl: string): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof DiscordjsError && error.code === DiscordjsErrorCodes.TokenInvalid) {
    return new InvalidTokenError({ cause: error });
  }
  return new UnreachableError({ apiUrl, why: errorMessage(error) }, { cause: error });
}

const AUTHENTICATION_FAILED: number = GatewayCloseCodes.AuthenticationFailed;
const DISALLOWED_INTENTS: number = GatewayCloseCodes.DisallowedIntents;

/** The error of a session that Discord ended permanently. */
export function endOf(closeCode: number): AppError {
  if (closeCode === AUTHENTICATION_FAILED) return new InvalidTokenError();
  if (closeCode === DISALLOWED_INTENTS) return new DisallowedIntentsError();
  return new SessionEndedError(closeCode);
}
