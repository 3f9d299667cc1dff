import { DiscordAPIError, RateLimitError, RESTJSONErrorCodes as Codes } from 'discord.js';
import { z } from 'zod';
import { classifyError, type Failure } from '../../src/bot/rest/classify-error.ts';
import { inviteUrl } from '../../src/bot/gateway/invite.ts';
import { errorMessage } from '../../src/shared/errors.ts';
import type { Compared } from '../../src/bot/interactions/registration/deploy.ts';
import { isEmpty, type Difference } from '../../src/bot/interactions/registration/difference.ts';
import { duration } from '../../src/bot/rendering/format.ts';
import { login, unreachableText } from '../../src/bot/gateway/errors.ts';

export interface Attempt {
  readonly apiUrl: string;
  /** Null: all servers. */
  readonly guildId: string | null;
  /** Null if the request to find it out failed. */
  readonly applicationId: string | null;
}

export interface FailureDescription {
  readonly message: string;
  readonly isRetryable: boolean;
}

/** Describes the difference, one line per command. */
export function describeDifference({ created, changed, removed, unchanged }: Difference): string[] {
  return [
    ...created.map((name) => `+ ${name}: created`),
    ...changed.map(({ name, fields }) => `~ ${name}: changed (${fields.join(', ')})`),
    ...removed.map((name) => `- ${name}: removed`),
    ...unchanged.map((name) => `  ${name}: unchanged`),
  ];
}

export function describeResult(
  { difference, applied }: Compared,
  { guildId, dryRun }: { guildId: string | null; dryRun: boolean },
): string {
  const where = guildId === null ? 'in all servers' : `in server ${guildId}`;
  const { created, changed } = difference;
  if (applied) return `${created.length + changed.length > 0 ? 'Registered' : 'Removed'} ${where}.`;
  if (isEmpty(difference)) return `Nothing to do: the commands are up to date ${where}.`;
  return dryRun ? 'Dry run: nothing was changed.' : 'Nothing was changed.';
}

/** Describes the reason for a failure, and its fix. */
export function describeFailure(error: unknown, attempt: Attempt): FailureDescription {
  if (error instanceof RateLimitError) {
    const wait = duration('en', Math.max(1, Math.ceil(error.retryAfter / 1000)));
    return retryable(`Discord limits how often commands may be registered. Try again in ${wait}.`);
  }
  if (error instanceof DiscordAPIError && error.status === 401) {
    return { message: login.token, isRetryable: false };
  }
  const failure = classify(error);
  if (failure === null) return retryable(`Unexpected error: ${errorLines(error).join('\n  ')}`);
  if (failure.kind === 'unavailable') {
    return retryable(unreachableText(attempt.apiUrl, failure.reason));
  }
  const { code, answer } = failure;
  const details = error instanceof DiscordAPIError ? problemLines(error.rawError) : [];
  return (
    REFUSALS.get(code)?.(attempt) ??
    retryable([`Discord rejected the request: ${answer} (${code}).`, ...details].join('\n  '))
  );
}

/** Null for an error that comes neither from Discord nor from the network. */
function classify(error: unknown): Failure | null {
  try {
    return classifyError(error);
  } catch {
    return null;
  }
}

const issuesSchema = z.object({
  issues: z.array(
    z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }),
  ),
});

/** One line per problem, with its path if the error has one. Never a stack trace. */
function errorLines(error: unknown): string[] {
  const parsed = issuesSchema.safeParse(error);
  if (parsed.success) {
    return parsed.data.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  }
  return errorMessage(error).split('\n');
}

/** Maximum depth to which problems are read; those of a command are never nested deeper. */
const MAX_DEPTH = 20;

/** One line per problem in Discord's response, whatever its shape: the path and the message. */
function problemLines({
  code: _code,
  message: _message,
  errors,
  ...rest
}: object & {
  code?: unknown;
  message?: unknown;
  errors?: unknown;
}): string[] {
  return [
    ...linesIn(errors, []),
    ...Object.entries(rest).flatMap(([key, value]) => linesIn(value, [key])),
  ];
}

function linesIn(value: unknown, path: readonly string[]): string[] {
  if (typeof value === 'string') return [`${path.join('.')}: ${value}`];
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return [];
  const problem = problemSchema.safeParse(value);
  if (problem.success) {
    const { message, code, path: own = [] } = problem.data;
    const where = [...(own.length > 0 ? own : path)].join('.');
    return [`${where}${code === undefined ? '' : `[${code}]`}: ${message}`];
  }
  // A list of problems has no path of its own, but that of its field.
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, inner]) =>
    linesIn(inner, isList || key === '_errors' ? path : [...path, key]),
  );
}

const problemSchema = z.object({
  message: z.string(),
  code: z.union([z.string(), z.number()]).optional().catch(undefined),
  path: z
    .array(z.union([z.string(), z.number()]))
    .optional()
    .catch(undefined),
});

const REFUSALS = new Map<number, (attempt: Attempt) => FailureDescription>([
  [Codes.MissingAccess, notAdded],
  [Codes.UnknownGuild, notAdded],
  [
    Codes.MaximumDailyApplicationCommandCreatesReached,
    () => retryable('Discord accepts 200 new commands per day. Try again tomorrow.'),
  ],
  [
    Codes.MaximumNumberOfApplicationCommandsReached,
    () => ({ message: 'There are more commands than Discord accepts.', isRetryable: false }),
  ],
]);

function notAdded({ applicationId, guildId }: Attempt): FailureDescription {
  const where = guildId === null ? '' : ` in server ${guildId}`;
  return {
    message:
      `Discord does not let this application register commands${where}. The bot was not added there, or it ` +
      'was added without the scope applications.commands. Add it again with this link:\n' +
      inviteUrl({ application: { id: applicationId ?? '' } }),
    isRetryable: false,
  };
}

function retryable(message: string): FailureDescription {
  return { message, isRetryable: true };
}
