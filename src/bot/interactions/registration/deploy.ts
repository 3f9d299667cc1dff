import { DiscordAPIError, RESTJSONErrorCodes, Routes, type REST } from 'discord.js';
import { problemsOf } from './check.ts';
import { differenceOf, isEmpty, shownName, type Difference } from './difference.ts';
import type { CommandData } from './normal-form.ts';
import { overwrite, readRegistered } from './registered.ts';

export interface DeployOptions {
  readonly rest: REST;
  readonly applicationId: string;
  /** Empty: removes all registered commands. */
  readonly commands: readonly CommandData[];
  /** Null: global commands. */
  readonly guildId: string | null;
  /** Compares, but changes nothing. */
  readonly dryRun: boolean;
}

export interface Compared {
  readonly kind: 'compared';
  readonly difference: Difference;
  /** False for a dry run, or if nothing differs. */
  readonly applied: boolean;
}

export type Deployed =
  | Compared
  /** Discord's rules are violated; nothing was changed. Each problem names its command. */
  | { readonly kind: 'invalid'; readonly problems: readonly string[] };

const INVALID_FORM: number = RESTJSONErrorCodes.InvalidFormBodyOrContentType;

/** The id of the token's application. */
export async function applicationIdOf(rest: REST): Promise<string> {
  // discord.js types the answer as unknown; Get Current Application returns the application.
  const { id } = (await rest.get(Routes.currentApplication())) as { id: string };
  return id;
}

/** Registers the commands if they differ from the registered ones. Rejects with Discord's or the network's error. */
export async function deployCommands(options: DeployOptions): Promise<Deployed> {
  const { rest, applicationId, commands, guildId, dryRun } = options;
  const problems = problemsOf(commands);
  if (problems.length > 0) return { kind: 'invalid', problems };

  const place = { applicationId, guildId };
  const { ours, entryPoints } = await readRegistered(rest, place);
  const difference = differenceOf(commands, ours, guildId === null ? 'global' : 'guild');
  if (dryRun || isEmpty(difference)) return { kind: 'compared', difference, applied: false };
  try {
    await overwrite(rest, place, [...commands, ...entryPoints]);
  } catch (error) {
    const refused = error instanceof DiscordAPIError ? refusedCommands(error, commands) : [];
    if (refused.length > 0) return { kind: 'invalid', problems: refused };
    throw error;
  }
  return { kind: 'compared', difference, applied: true };
}

/** Discord names rejected commands by their index. */
function refusedCommands(error: DiscordAPIError, commands: readonly CommandData[]): string[] {
  if (error.code !== INVALID_FORM) return [];
  return error.message.split('\n').flatMap((line) => {
    const [, index, problem] = /^(\d+)[.[](.*)$/.exec(line) ?? [];
    const command = index === undefined ? undefined : commands[Number(index)];
    return command === undefined ? [] : [`${shownName(command)}: ${problem}`];
  });
}
