import {
  InteractionContextType,
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIApplicationCommand,
  type ApplicationCommandType,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import type { Commands } from './commands.ts';
import type { InteractionContext } from './interaction-payload.ts';
import { hasPermission, permissionsIn } from '../guilds/permissions.ts';
import { findGuild, findMember, type WorldState } from '../state.ts';
import type { ApplicationState } from '../types.ts';

/** The commands a member can use in a guild. */
export function visibleCommands(
  state: WorldState,
  commands: Commands,
  { guildId, userId }: { guildId: string; userId: string },
): APIApplicationCommand[] {
  const guild = findGuild(state, guildId);
  const member = findMember(guild, userId);
  const permissions = permissionsIn({ guild, member, channel: null, nowMs: state.clock.now() });
  return availableCommands(state, commands, { guild, userId }).filter((command) =>
    mayUse(permissions, command),
  );
}

/** The command with this name and type. Throws 10063 when there is none, 50013 when the user may not use it. */
export function usableCommand(
  state: WorldState,
  commands: Commands,
  {
    context,
    name,
    type,
  }: { context: InteractionContext; name: string; type: ApplicationCommandType },
): APIApplicationCommand {
  const command = availableCommands(state, commands, context).find(
    (candidate) => candidate.name === name && candidate.type === type,
  );
  if (command === undefined) throw apiError(RESTJSONErrorCodes.UnknownApplicationCommand);
  if (context.guild !== null && !mayUse(context.permissions, command)) {
    throw apiError(RESTJSONErrorCodes.MissingPermissions);
  }
  return command;
}

export function findApplication(state: WorldState, id: string): ApplicationState {
  for (const { application } of state.users.values()) {
    if (application?.id === id) return application;
  }
  throw apiError(RESTJSONErrorCodes.UnknownApplication);
}

/** The commands of applications whose bot is present, where the command's contexts allow it. */
function availableCommands(
  state: WorldState,
  commands: Commands,
  {
    guild,
    channel,
    userId,
  }: Pick<InteractionContext, 'guild' | 'userId'> & Partial<Pick<InteractionContext, 'channel'>>,
): APIApplicationCommand[] {
  const contextType = guild === null ? InteractionContextType.BotDM : InteractionContextType.Guild;
  return commands.availableIn(guild?.id ?? null).filter(({ application_id: id, contexts }) => {
    const { botUserId } = findApplication(state, id);
    const isPresent =
      guild === null
        ? botUserId !== userId && channel?.recipientIds.includes(botUserId) === true
        : guild.members.has(botUserId);
    return (
      isPresent && (contexts === null || contexts === undefined || contexts.includes(contextType))
    );
  });
}

/**
 * `default_member_permissions`: null requires nothing, "0" requires an administrator, anything else requires all of
 * these permissions. Members also need USE_APPLICATION_COMMANDS.
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
