import {
  APIVersion,
  GatewayIntentBits,
  type APIApplication,
  type GatewayGuildCreateDispatchData,
  type GatewayReadyDispatchData,
} from 'discord-api-types/v10';

import { findUser, type WorldState } from '../world/state.ts';
import type { Subscriber } from './audience.ts';
import type { Session } from './session.ts';

/** Only bots get `application`. */
type ReadyData = Omit<GatewayReadyDispatchData, 'application'> & {
  readonly application?: Pick<APIApplication, 'id' | 'flags'>;
};

export function readyData(
  state: WorldState,
  session: Session,
  { guildIds, gatewayUrl }: { guildIds: readonly string[]; gatewayUrl: string },
): ReadyData {
  const { actor, subscriber } = session;
  return {
    v: Number(APIVersion),
    user: {
      ...findUser(state, actor.userId).user,
      email: null,
      verified: true,
      mfa_enabled: false,
    },
    guilds: guildIds.map((id) => ({ id, unavailable: true })),
    session_id: session.id,
    resume_gateway_url: gatewayUrl,
    shard: [...subscriber.shard],
    ...(actor.kind === 'bot'
      ? { application: { id: actor.application.id, flags: actor.application.flags } }
      : {}),
  };
}

/**
 * GUILD_CREATE for a session. Without the GUILD_PRESENCES intent, `members` and `presences` contain only the
 * user itself (events/gateway-events, guild create).
 */
export function trimGuild(
  untrimmed: GatewayGuildCreateDispatchData,
  { intents, userId, largeThreshold }: Subscriber,
): GatewayGuildCreateDispatchData {
  const guild = { ...untrimmed, large: untrimmed.member_count > largeThreshold };
  if (intents & GatewayIntentBits.GuildPresences) return guild;
  return {
    ...guild,
    members: guild.members.filter((member) => member.user.id === userId),
    presences: guild.presences.filter((presence) => presence.user.id === userId),
  };
}
