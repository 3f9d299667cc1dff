import type { Client } from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { ServerPauses } from '../../domain/incidents/incident-ports.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { botRoleName, guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { hasPermission, permissionName } from '../../access/permissions.ts';
import { refusal } from './refusals.ts';

/** Pauses invites and direct messages of a server (Modify Guild Incident Actions), which needs “Manage Server”. */
export function createServerPauses({
  client,
  clock,
}: {
  client: Client;
  clock: Clock;
}): ServerPauses {
  function state(guildId: string): ReturnType<ServerPauses['state']> {
    const guild = client.guilds.cache.get(guildId);
    const permissions = guild?.members.me?.permissions.bitfield;
    if (permissions === undefined || !hasPermission(permissions, 'ManageGuild')) return null;
    const data = guild?.incidentsData;
    return {
      invites: stillTo(data?.invitesDisabledUntil),
      dms: stillTo(data?.dmsDisabledUntil),
    };
  }

  function stillTo(until: Date | null | undefined): number | null {
    const time = until?.getTime() ?? 0;
    return time > clock.now() ? time : null;
  }

  return {
    state,
    async set(guildId, what, untilMs) {
      const availability = guildAvailability(client, guildId);
      if (availability.kind === 'left') return { kind: 'refused', ...refusal('botLeft') };
      if (availability.kind === 'away') {
        return { status: 'unavailable', reason: SERVER_UNAVAILABLE };
      }
      const missing = {
        kind: 'refused',
        ...refusal('missingPermission', {
          permission: permissionName('ManageGuild'),
          botRole: botRoleName(availability.guild),
        }),
      } as const;
      const current = state(guildId);
      if (current === null) return missing;
      // Sends both, because Discord does not document what happens to one that is left out.
      const until = { ...current, [what]: untilMs };
      try {
        // discord.js updates the cached guild with the answer; Discord's event can arrive after the next pause.
        await client.guilds.setIncidentActions(guildId, {
          invitesDisabledUntil: until.invites,
          dmsDisabledUntil: until.dms,
        });
        return { kind: 'done' };
      } catch (error) {
        const failure = classifyError(error);
        if (failure.kind === 'unavailable') {
          return { status: 'unavailable', reason: failure.reason };
        }
        return missing;
      }
    },
  };
}
