import type { Client, Guild } from 'discord.js';
import { FALLBACK_KEY, type EventContent, type Target } from '../moderation/events.ts';
import type { Policies, TaggingPlaces } from '../moderation/ports.ts';
import { targets as texts } from './event-texts.ts';
import { whereaboutsOf } from './facts.ts';
import { moderatorChannelOf } from './moderator-channel.ts';

export interface EventTargetsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly places: TaggingPlaces;
  /** `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  /** `FALLBACK_CHANNEL`: an id. Null: such events are put aside. */
  readonly fallbackChannelId: string | null;
}

/** Where events are posted, by what the bot knows at this moment. Asks Discord nothing. */
export interface EventTargets {
  of(content: EventContent): Promise<Target>;
  /** Where the keyword alerts of a guild go, or those of none (`FALLBACK_KEY`). */
  forKeywords(key: string): Promise<Target>;
}

export function createEventTargets(deps: EventTargetsDeps): EventTargets {
  const { client, policies, places, moderatorChannel, fallbackChannelId } = deps;

  /** The channel with this id, else the moderators'. Null: nobody chose one. */
  async function inGuild(guild: Guild, channelId: string | null): Promise<Target> {
    const policy = await policies.get(guild.id);
    const moderatorChannelId = channelId ?? policy.moderatorChannelId;
    const found = moderatorChannelOf(guild, { moderatorChannelId }, moderatorChannel);
    return found.kind === 'found'
      ? { kind: 'channel', key: guild.id, channelId: found.channel.id }
      : { kind: 'unusable', key: guild.id, ...found.refusal };
  }

  function fallback(): Target {
    if (fallbackChannelId === null) return { kind: 'nowhere', reason: texts.noFallback };
    const channel = client.channels.cache.get(fallbackChannelId);
    if (channel === undefined || channel.isDMBased()) {
      return client.isReady()
        ? {
            kind: 'unusable',
            key: FALLBACK_KEY,
            reason: texts.fallbackGone,
            mend: texts.fallbackMend,
          }
        : { kind: 'away', reason: texts.away };
    }
    if (!channel.guild.available) return { kind: 'away', reason: texts.away };
    const choice = { moderatorChannelId: fallbackChannelId };
    const found = moderatorChannelOf(channel.guild, choice, moderatorChannel);
    return found.kind === 'found'
      ? { kind: 'channel', key: FALLBACK_KEY, channelId: channel.id }
      : { kind: 'unusable', key: FALLBACK_KEY, ...found.refusal };
  }

  async function forKeywords(key: string | null): Promise<Target> {
    if (key === null || key === FALLBACK_KEY) return fallback();
    const whereabouts = whereaboutsOf(client, key);
    switch (whereabouts.kind) {
      case 'left':
        return fallback();
      case 'away':
        return { kind: 'away', reason: texts.away };
      case 'here':
        return inGuild(whereabouts.guild, (await policies.get(key)).keywords.channelId);
    }
  }

  /** Where the session was started; what is no place any more gives way to the moderators' channel. */
  async function ofSession(convoId: string): Promise<Target> {
    const place = await places.placeOf(convoId);
    if (place === null) return forModeratorsOfTheOnlyGuild();
    const whereabouts = whereaboutsOf(client, place.guildId);
    if (whereabouts.kind === 'away') return { kind: 'away', reason: texts.away };
    if (whereabouts.kind === 'left') return fallback();
    const there = await inGuild(whereabouts.guild, place.channelId);
    return there.kind === 'channel' ? there : inGuild(whereabouts.guild, null);
  }

  async function forModeratorsOfTheOnlyGuild(): Promise<Target> {
    if (!client.isReady()) return { kind: 'away', reason: texts.away };
    const [only, ...others] = client.guilds.cache.values();
    if (only === undefined || others.length > 0) return fallback();
    return only.available ? inGuild(only, null) : { kind: 'away', reason: texts.away };
  }

  return {
    of: (content) =>
      content.kind === 'keyword' ? forKeywords(content.guildId) : ofSession(content.convoId),
    forKeywords,
  };
}
