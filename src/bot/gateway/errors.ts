import { AppError } from '../../shared/errors.ts';

/* For the log and the scripts, so always in English. */
export const login = {
  token:
    'Discord rejects the bot’s token. Create a new one in the developer portal ' +
    '(https://discord.com/developers/applications → your application → Bot → Reset Token) ' +
    'and set DISCORD_TOKEN to it.',
  intents:
    'Discord does not let the bot read messages and members. Turn on “Server Members Intent” and ' +
    '“Message Content Intent” in the developer portal (https://discord.com/developers/applications → ' +
    'your application → Bot → Privileged Gateway Intents), then try again.',
};

export function unreachableText(apiUrl: string, why: string): string {
  return `Discord cannot be reached at ${apiUrl} (${why.replace(/\.$/, '')}). Check the network and DISCORD_API_URL.`;
}

/** Discord rejects the token. */
export class InvalidTokenError extends AppError {
  readonly code = 'discord_invalid_token';

  constructor(options?: ErrorOptions) {
    super(login.token, options);
  }
}

/** The application lacks the privileged intents the bot requests. */
export class DisallowedIntentsError extends AppError {
  readonly code = 'discord_disallowed_intents';

  constructor() {
    super(login.intents);
  }
}

/** Invalid shard; sharding required. */
const SHARDING_CODES: ReadonlySet<number> = new Set([4010, 4011]);

/** Discord ended the session with a close code after which reconnecting is pointless. */
export class SessionEndedError extends AppError {
  readonly code = 'discord_session_ended';

  constructor(closeCode: number) {
    const hint = SHARDING_CODES.has(closeCode)
      ? ' It has too few shards for its servers, or a shard that does not exist: check SHARD_COUNT and SHARDS.'
      : '';
    super(`Discord ended the bot’s session permanently (gateway close code ${closeCode}).${hint}`);
  }
}

/** Discord does not answer at the address. */
export class UnreachableError extends AppError {
  readonly code = 'discord_unreachable';

  constructor({ apiUrl, why }: { apiUrl: string; why: string }, options?: ErrorOptions) {
    super(unreachableText(apiUrl, why), options);
  }
}
