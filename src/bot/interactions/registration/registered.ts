import { ApplicationCommandType, Routes, type APIApplicationCommand, type REST } from 'discord.js';
import type { CommandData } from './normal-form.ts';

/* discord.js types every answer as `unknown`; the assertions follow Discord's documentation. */

/** The scope of a registration; a null guild means global. */
export interface CommandTarget {
  readonly applicationId: string;
  readonly guildId: string | null;
}

function routeOf({ applicationId, guildId }: CommandTarget): `/${string}` {
  return guildId === null
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** An Activity's entry point is not ours to compare or remove. */
const isEntryPoint = ({ type }: APIApplicationCommand): boolean =>
  type === ApplicationCommandType.PrimaryEntryPoint;

export interface Registered {
  readonly ours: readonly APIApplicationCommand[];
  readonly entryPoints: readonly APIApplicationCommand[];
}

export async function readRegistered(rest: REST, place: CommandTarget): Promise<Registered> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const all = (await rest.get(routeOf(place), { query })) as APIApplicationCommand[];
  return {
    ours: all.filter((command) => !isEntryPoint(command)),
    entryPoints: all.filter(isEntryPoint),
  };
}

/** Replaces all commands registered there. */
export async function overwrite(
  rest: REST,
  place: CommandTarget,
  commands: readonly (CommandData | APIApplicationCommand)[],
): Promise<void> {
  await rest.put(routeOf(place), { body: commands });
}
