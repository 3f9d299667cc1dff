import type { Client, Guild } from 'discord.js';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Policies } from '../../domain/ports.ts';
import { guildAvailability } from '../../access/action-context.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';

/** What finding a server's moderator channel takes. `moderatorChannel`: the one for servers that chose none. */
export interface ReportPlaceDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly moderatorChannel: string;
}

export interface ReportPlace {
  readonly guild: Guild;
  readonly policy: Policy;
  readonly channelId: string;
}

/** Where a report is posted; null: the server is not here, or has no usable moderator channel. */
export async function reportPlaceOf(
  guildId: string,
  { client, policies, moderatorChannel }: ReportPlaceDeps,
): Promise<ReportPlace | null> {
  const availability = guildAvailability(client, guildId);
  if (availability.kind !== 'here') return null;
  const { guild } = availability;
  const policy = await policies.get(guildId);
  const result = moderatorChannelOf(guild, policy, moderatorChannel);
  return result.kind === 'unusable' ? null : { guild, policy, channelId: result.channel.id };
}
