import { Routes, type Client } from 'discord.js';
import type { Clock } from '../../lib/clock.ts';
import type { Pause } from '../../moderation/incidents/incident.ts';
import type { ServerPauses } from '../../moderation/incidents/incident-ports.ts';
import { classifyError } from '../rest/classify-error.ts';
import { botRoleName, guildAvailability, SERVER_UNAVAILABLE } from './action-context.ts';
import { hasPermission, permissionName } from './permissions.ts';
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
      // Both, because Discord does not document what becomes of the one that is left out.
      const until = { ...current, [what]: untilMs };
      const body = {
        invites_disabled_until: timestampOf(until, 'invites'),
        dms_disabled_until: timestampOf(until, 'dms'),
      };
      try {
        await client.rest.put(Routes.guildIncidentActions(guildId), { body });
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

function timestampOf(until: Readonly<Record<Pause, number | null>>, what: Pause): string | null {
  const time = until[what];
  return time === null ? null : new Date(time).toISOString();
}
