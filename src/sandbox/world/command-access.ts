import {
  InteractionContextType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type ApplicationCommandType,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import type { Commands } from './commands.ts';
import type { Place } from './interaction-payload.ts';
import { hasPermission, permissionsIn } from './permissions.ts';
import { findGuild, findMember, type WorldState } from './state.ts';
import type { ApplicationState } from './types.ts';

/** The commands a member is shown in a guild. */
export function visibleCommands(
  state: WorldState,
  commands: Commands,
  { guildId, userId }: { guildId: string; userId: string },
): APIApplicationCommand[] {
  const guild = findGuild(state, guildId);
  const member = findMember(guild, userId);
  const permissions = permissionsIn({ guild, member, channel: null, nowMs: state.clock.now() });
  return offered(state, commands, { guild, userId }).filter((command) =>
    mayUse(permissions, command),
  );
}

/** The command someone means; 10063 where there is none, 50013 where they may not. */
export function usableCommand(
  state: WorldState,
  commands: Commands,
  { place, name, type }: { place: Place; name: string; type: ApplicationCommandType },
): APIApplicationCommand {
  const command = offered(state, commands, place).find(
    (one) => one.name === name && one.type === type,
  );
  if (command === undefined) throw refusal(RESTJSONErrorCodes.UnknownApplicationCommand);
  if (place.guild !== null && !mayUse(place.permissions, command)) {
    throw refusal(RESTJSONErrorCodes.MissingPermissions);
  }
  return command;
}

export function findApplication(state: WorldState, id: string): ApplicationState {
  for (const { application } of state.users.values()) {
    if (application?.id === id) return application;
  }
  throw refusal(RESTJSONErrorCodes.UnknownApplication);
}

/** What applications offer here: those whose bot is there, where the command's contexts let them. */
function offered(
  state: WorldState,
  commands: Commands,
  { guild, channel, userId }: Pick<Place, 'guild' | 'userId'> & Partial<Pick<Place, 'channel'>>,
): APIApplicationCommand[] {
  const context = guild === null ? InteractionContextType.BotDM : InteractionContextType.Guild;
  return commands.offeredIn(guild?.id ?? null).filter(({ application_id: id, contexts }) => {
    const { botUserId } = findApplication(state, id);
    const isThere =
      guild === null
        ? botUserId !== userId && channel?.recipientIds.includes(botUserId) === true
        : guild.members.has(botUserId);
    return isThere && (contexts === null || contexts === undefined || contexts.includes(context));
  });
}

/**
 * `default_member_permissions`: none needed, all of these needed, or with "0" nobody but administrators. And
 * members need USE_APPLICATION_COMMANDS.
 */
function mayUse(
  permissions: bigint,
  { default_member_permissions: needed }: APIApplicationCommand,
): boolean {
  if (hasPermission(permissions, PermissionFlagsBits.Administrator)) return true;
  if (!hasPermission(permissions, PermissionFlagsBits.UseApplicationCommands)) return false;
  if (needed === null) return true;
  const bits = BigInt(needed);
  return bits !== 0n && hasPermission(permissions, bits);
}
