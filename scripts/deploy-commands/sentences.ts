import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes as Codes } from 'discord.js';
import { failureOf } from '../../src/discord/failure.ts';
import { inviteUrl } from '../../src/discord/invite.ts';
import type { Compared } from '../../src/discord/registration/deploy.ts';
import { isNothing, type Difference } from '../../src/discord/registration/difference.ts';
import { duration, login } from '../../src/discord/texts.ts';
import type { Options } from './options.ts';

/** What a failure is about. */
export interface Attempt {
  readonly apiUrl: string;
  readonly guildId: string | null;
  /** Null where Discord has not told it. */
  readonly applicationId: string | null;
}

/** `isConfig`: trying again will not help. */
export interface Told {
  readonly sentence: string;
  readonly isConfig: boolean;
}

/** The difference, a line a command. */
export function linesOf({ created, changed, removed, unchanged }: Difference): string[] {
  return [
    ...created.map((name) => `+ ${name}: created`),
    ...changed.map(({ name, fields }) => `~ ${name}: changed (${fields.join(', ')})`),
    ...removed.map((name) => `- ${name}: removed`),
    ...unchanged.map((name) => `  ${name}: unchanged`),
  ];
}

export function resultOf(
  { difference, applied }: Compared,
  { guildId, dryRun }: Pick<Options, 'guildId' | 'dryRun'>,
): string {
  const where = guildId === null ? 'in all servers' : `in the server ${guildId}`;
  const { created, changed } = difference;
  if (applied) return `${created.length + changed.length > 0 ? 'Registered' : 'Removed'} ${where}.`;
  if (isNothing(difference)) return `Nothing to do: ${where} all is as it should be.`;
  return dryRun ? 'Nothing was changed: this was a dry run.' : 'Nothing was changed.';
}

/** Why it failed and how to mend it. Throws on a fault of ours. */
export function sentenceOf(error: unknown, attempt: Attempt): Told {
  if (error instanceof RateLimitError) {
    const wait = duration(Math.max(1, Math.ceil(error.retryAfter / 1000)));
    return later(`Discord limits how often commands may be registered. Try again in ${wait}.`);
  }
  if (error instanceof DiscordAPIError && error.status === 401) {
    return { sentence: login.token, isConfig: true };
  }
  const failure = failureOf(error);
  if (failure.kind === 'unavailable') {
    return later(login.unreachable(attempt.apiUrl, failure.reason));
  }
  const { code, answer } = failure;
  return REFUSALS.get(code)?.(attempt) ?? later(`Discord refused: ${answer} (${code}).`);
}

/** What codes of Discord's mean here. */
const REFUSALS = new Map<number, (attempt: Attempt) => Told>([
  [Codes.MissingAccess, notAdded],
  [Codes.UnknownGuild, notAdded],
  [
    Codes.MaximumDailyApplicationCommandCreatesReached,
    () => later('Discord takes 200 new commands a day, and no more today. Try again tomorrow.'),
  ],
  [
    Codes.MaximumNumberOfApplicationCommandsReached,
    () => ({ sentence: 'These are more commands than Discord takes.', isConfig: true }),
  ],
]);

function notAdded({ applicationId, guildId }: Attempt): Told {
  const where = guildId === null ? '' : ` in the server ${guildId}`;
  return {
    sentence:
      `Discord does not let this application register commands${where}: it was not added there, or without ` +
      'the scope applications.commands. Add it again with this link:\n' +
      inviteUrl({ application: { id: applicationId ?? '' } }),
    isConfig: true,
  };
}

function later(sentence: string): Told {
  return { sentence, isConfig: false };
}
