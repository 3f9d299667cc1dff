import { AppError } from '../../shared/errors.ts';

/** Discord did not answer a request. It may answer later. */
export class DiscordUnavailableError extends AppError {
  readonly code = 'discord_unavailable';
}
