import { ApplicationCommandType, Routes, type APIApplicationCommand, type REST } from 'discord.js';
import type { CommandData } from './difference.ts';

/* discord.js gives every answer as `unknown`; its shape is the documented one, hence the assertions. */

/** Where commands are registered: in one guild, or with null in all. */
export interface Place {
  readonly applicationId: string;
  readonly guildId: string | null;
}

function routeOf({ applicationId, guildId }: Place): `/${string}` {
  return guildId === null
    ? Routes.applicationCommands(applicationId)
    : Routes.applicationGuildCommands(applicationId, guildId);
}

/** The entry point of an Activity is Discord's and its owner's: we neither show nor remove it. */
const isEntryPoint = ({ type }: APIApplicationCommand): boolean =>
  type === ApplicationCommandType.PrimaryEntryPoint;

export interface Registered {
  readonly ours: readonly APIApplicationCommand[];
  readonly entryPoints: readonly APIApplicationCommand[];
}

export async function readRegistered(rest: REST, place: Place): Promise<Registered> {
  const query = new URLSearchParams({ with_localizations: 'true' });
  const all = (await rest.get(routeOf(place), { query })) as APIApplicationCommand[];
  return {
    ours: all.filter((command) => !isEntryPoint(command)),
    entryPoints: all.filter(isEntryPoint),
  };
}

/** Puts these in the place of all that are registered there. */
export async function overwrite(
  rest: REST,
  place: Place,
  commands: readonly (CommandData | APIApplicationCommand)[],
): Promise<void> {
  await rest.put(routeOf(place), { body: commands });
}
