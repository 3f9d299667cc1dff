import { AppError } from '../lib/errors.ts';
import { login } from './texts.ts';

/** Discord does not accept the token. */
export class InvalidTokenError extends AppError {
  readonly code = 'discord_invalid_token';

  constructor(options?: ErrorOptions) {
    super(login.token, options);
  }
}

/** The application has not been given the privileged intents the bot asks for. */
export class DisallowedIntentsError extends AppError {
  readonly code = 'discord_disallowed_intents';

  constructor() {
    super(login.intents);
  }
}

/** Discord ended the session with a code after which there is no use in coming back. */
export class SessionEndedError extends AppError {
  readonly code = 'discord_session_ended';

  constructor(closeCode: number) {
    super(login.closed(closeCode));
  }
}

/** Nothing that is Discord answers at that address. */
export class UnreachableError extends AppError {
  readonly code = 'discord_unreachable';

  constructor({ apiUrl, why }: { apiUrl: string; why: string }, options?: ErrorOptions) {
    super(login.unreachable(apiUrl, why), options);
  }
}

/** Discord did not give what was asked for; it may later. */
export class DiscordUnavailableError extends AppError {
  readonly code = 'discord_unavailable';
}
