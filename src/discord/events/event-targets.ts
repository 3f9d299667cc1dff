import { Events, type Client, type Guild } from 'discord.js';
import { message } from '../../locales/message.ts';
import { FALLBACK_KEY, type EventContent, type Target } from '../../moderation/events.ts';
import type { Policies, TaggingPlaces } from '../../moderation/ports.ts';
import { guildAvailability, SERVER_UNAVAILABLE } from '../actions/action-context.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';

const AWAY: Target = { kind: 'away', reason: SERVER_UNAVAILABLE };

export interface EventTargetsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly places: TaggingPlaces;
  /** `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  /** `FALLBACK_CHANNEL`: an id. Null: events without a server fail. */
  readonly fallbackChannelId: string | null;
}

/** Where events are posted, from the cache. */
export interface EventTargets {
  of(content: EventContent): Promise<Target>;
  /** The target of a guild's keyword alerts, or of those without a guild (`FALLBACK_KEY`). */
  forKeywords(key: string): Promise<Target>;
}

export function createEventTargets(deps: EventTargetsDeps): EventTargets {
  const { client, policies, places, moderatorChannel, fallbackChannelId } = deps;

  /** The channel with this id; null: the moderator channel. */
  async function inGuild(guild: Guild, channelId: string | null): Promise<Target> {
    const policy = await policies.get(guild.id);
    const moderatorChannelId = channelId ?? policy.moderatorChannelId;
    const result = moderatorChannelOf(guild, { moderatorChannelId }, moderatorChannel);
    return result.kind === 'found'
      ? { kind: 'channel', key: guild.id, channelId: result.channel.id }
      : { kind: 'unusable', key: guild.id, ...result.refusal };
  }

  function fallback(): Target {
    if (fallbackChannelId === null) {
      return { kind: 'nowhere', reason: message('keyword-alerts:target.noFallback') };
    }
    const channel = client.channels.cache.get(fallbackChannelId);
    if (channel === undefined || channel.isDMBased()) {
      return client.isReady()
        ? {
            kind: 'unusable',
            key: FALLBACK_KEY,
            reason: message('keyword-alerts:target.fallbackGone.reason'),
            fix: message('keyword-alerts:target.fallbackGone.fix'),
          }
        : AWAY;
    }
    if (!channel.guild.available) return AWAY;
    const choice = { moderatorChannelId: fallbackChannelId };
    const result = moderatorChannelOf(channel.guild, choice, moderatorChannel);
    return result.kind === 'found'
      ? { kind: 'channel', key: FALLBACK_KEY, channelId: channel.id }
      : { kind: 'unusable', key: FALLBACK_KEY, ...result.refusal };
  }

  async function forKeywords(key: string | null): Promise<Target> {
    if (key === null || key === FALLBACK_KEY) return fallback();
    const availability = guildAvailability(client, key);
    switch (availability.kind) {
      case 'left':
        return fallback();
      case 'away':
        return AWAY;
      case 'here':
        return inGuild(availability.guild, (await policies.get(key)).keywords.channelId);
    }
  }

  /** The channel where the session was started, or the moderator channel if that is unusable. */
  async function ofSession(convoId: string): Promise<Target> {
    const place = await places.placeOf(convoId);
    if (place === null) return forModeratorsOfTheOnlyGuild();
    const availability = guildAvailability(client, place.guildId);
    if (availability.kind === 'away') return AWAY;
    if (availability.kind === 'left') return fallback();
    const there = await inGuild(availability.guild, place.channelId);
    return there.kind === 'channel' ? there : inGuild(availability.guild, null);
  }

  async function forModeratorsOfTheOnlyGuild(): Promise<Target> {
    if (!client.isReady()) return AWAY;
    const [only, ...others] = client.guilds.cache.values();
    if (only === undefined || others.length > 0) return fallback();
    return only.available ? inGuild(only, null) : AWAY;
  }

  return {
    of: (content) =>
      content.kind === 'keyword' ? forKeywords(content.guildId) : ofSession(content.convoId),
    forKeywords,
  };
}

/** Calls back when the bot may have gained access to a channel: in one guild, or without an id in any. */
export function onAccessChange(client: Client, changed: (guildId?: string) => void): void {
  client.on(Events.ClientReady, () => changed());
  client.on(Events.ShardResume, () => changed());
  client.on(Events.GuildAvailable, ({ id }) => changed(id));
  client.on(Events.GuildCreate, ({ id }) => changed(id));
  client.on(Events.ChannelCreate, ({ guildId }) => changed(guildId));
  client.on(Events.ChannelUpdate, (_before, channel) => {
    if (!channel.isDMBased()) changed(channel.guildId);
  });
  client.on(Events.GuildRoleUpdate, (_before, { guild }) => changed(guild.id));
  client.on(Events.GuildMemberUpdate, (_before, { id, guild }) => {
    if (id === client.user?.id) changed(guild.id);
  });
}
