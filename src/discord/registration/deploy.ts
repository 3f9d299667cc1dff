import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import { problemsOf } from './check.ts';
import {
  differenceOf,
  isNothing,
  shownName,
  type CommandData,
  type Difference,
} from './difference.ts';
import { overwrite, readRegistered } from './registered.ts';

export interface DeployOptions {
  readonly rest: REST;
  readonly applicationId: string;
  /** None: what is registered is removed. */
  readonly commands: readonly CommandData[];
  /** Null: for all guilds. */
  readonly guildId: string | null;
  /** Only looks. */
  readonly dryRun: boolean;
}

export interface Compared {
  readonly kind: 'compared';
  readonly difference: Difference;
  /** False where nothing had to be done, or nothing was to be. */
  readonly applied: boolean;
}

export type Deployed =
  | Compared
  /** A limit of Discord's is exceeded; nothing was changed. Sentences that name the command. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const INVALID_FORM: number = RESTJSONErrorCodes.InvalidFormBodyOrContentType;

/** The id of the application the token belongs to. */
export async function applicationIdOf(rest: REST): Promise<string> {
  // Documented so: Get Current Application answers with the application.
  const { id } = (await rest.get(Routes.currentApplication())) as { id: string };
  return id;
}

/** Registers the commands where they differ from what is registered. Rejects with what Discord or the network says. */
export async function deployCommands(options: DeployOptions): Promise<Deployed> {
  const { rest, applicationId, commands, guildId, dryRun } = options;
  const problems = problemsOf(commands);
  if (problems.length > 0) return { kind: 'invalid', problems };

  const place = { applicationId, guildId };
  const { ours, entryPoints } = await readRegistered(rest, place);
  const difference = differenceOf(commands, ours, guildId === null ? 'global' : 'guild');
  if (dryRun || isNothing(difference)) return { kind: 'compared', difference, applied: false };
  try {
    await overwrite(rest, place, [...commands, ...entryPoints]);
  } catch (error) {
    const refused = error instanceof DiscordAPIError ? refusedCommands(error, commands) : [];
    if (refused.length > 0) return { kind: 'invalid', problems: refused };
    throw error;
  }
  return { kind: 'compared', difference, applied: true };
}

/** Discord names what it refuses by the place in the list. */
function refusedCommands(error: DiscordAPIError, commands: readonly CommandData[]): string[] {
  if (error.code !== INVALID_FORM) return [];
  return error.message.split('\n').flatMap((line) => {
    const [, index, problem] = /^(\d+)[.[](.*)$/.exec(line) ?? [];
    const command = index === undefined ? undefined : commands[Number(index)];
    return command === undefined ? [] : [`${shownName(command)}: ${problem}`];
  });
}
