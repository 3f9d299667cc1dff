import { Events, type Client, type Guild } from 'discord.js';
import { message } from '../../locales/message.ts';
import { FALLBACK_KEY, type TaggingContent, type Target } from '../../domain/events.ts';
import { keywordDigestKey, parseDigestKey } from '../../domain/posts/digest.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { Policies } from '../../domain/ports.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import { guildAvailability, SERVER_UNAVAILABLE } from '../../access/action-context.ts';
import { moderatorChannelOf } from '../alerts/moderator-channel.ts';
import { hasAllServers } from '../../interactions/client-shards.ts';

const AWAY: Target = { kind: 'away', reason: SERVER_UNAVAILABLE };
const ELSEWHERE: Target = { kind: 'elsewhere' };

export interface EventTargetsDeps {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly places: TaggingPlaces;
  /** `MODERATOR_CHANNEL`. */
  readonly moderatorChannel: string;
  /** `FALLBACK_CHANNEL`: an id. Null: events without a server fail. */
  readonly fallbackChannelId: string | null;
  /** Whether that channel is in a server of this client's shards. */
  readonly ownsFallback: boolean;
}

/** Where events are posted, from the cache. */
export interface EventTargets {
  /** `guildId`: the server, or `FALLBACK_KEY`. */
  ofKeywords(guildId: string): Promise<Target>;
  ofTags(content: TaggingContent, guildId: string): Promise<Target>;
  /** The target of a digest, by its key or `FALLBACK_KEY`. */
  forDigest(key: string): Promise<Target>;
}

export function createEventTargets(deps: EventTargetsDeps): EventTargets {
  const { client, policies, places, moderatorChannel, fallbackChannelId } = deps;
  const { ownsFallback } = deps;

  /** The channel with this id; null: the moderator channel. */
  async function inGuild(guild: Guild, channelId: string | null): Promise<Target> {
    const policy = await policies.get(guild.id);
    const moderatorChannelId = channelId ?? policy.moderatorChannelId;
    const result = moderatorChannelOf(guild, { moderatorChannelId }, moderatorChannel);
    if (result.kind === 'unusable') return { kind: 'unusable', key: guild.id, ...result.refusal };
    const own = moderatorChannelOf(guild, policy, moderatorChannel);
    const isOwn = own.kind === 'found' && own.channel.id === result.channel.id;
    const digestKey = isOwn ? guild.id : keywordDigestKey(guild.id);
    return { kind: 'channel', key: guild.id, channelId: result.channel.id, digestKey };
  }

  function fallback(): Target {
    if (fallbackChannelId === null) {
      return { kind: 'nowhere', reason: message('keyword-alerts:target.noFallback') };
    }
    if (!ownsFallback) return ELSEWHERE;
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
      ? {
          kind: 'channel',
          key: FALLBACK_KEY,
          channelId: channel.id,
          digestKey: FALLBACK_KEY,
        }
      : { kind: 'unusable', key: FALLBACK_KEY, ...result.refusal };
  }

  const ofKeywords = async (guildId: string): Promise<Target> =>
    guildId === FALLBACK_KEY
      ? fallback()
      : inGuildOr(ELSEWHERE, guildId, ({ keywords }) => keywords.channelId);

  /** In a channel of the server, or as given if the bot has left it. */
  async function inGuildOr(
    elsewhere: Target,
    guildId: string,
    channelOf: (policy: Policy) => string | null,
  ): Promise<Target> {
    const availability = guildAvailability(client, guildId);
    switch (availability.kind) {
      case 'left':
        return elsewhere;
      case 'away':
        return AWAY;
      case 'here':
        return inGuild(availability.guild, channelOf(await policies.get(guildId)));
    }
  }

  async function forDigest(key: string): Promise<Target> {
    if (key === FALLBACK_KEY) return fallback();
    const { guildId, isOfKeywords } = parseDigestKey(key);
    return inGuildOr(fallback(), guildId, ({ keywords, moderatorChannelId }) =>
      isOfKeywords ? keywords.channelId : moderatorChannelId,
    );
  }

  /** The channel where the session was started, or the moderator channel if that is unusable. */
  async function ofTags({ convoId }: TaggingContent, guildId: string): Promise<Target> {
    const place = await places.placeOf(convoId);
    if (place === null) return forModeratorsOfTheOnlyGuild();
    const elsewhere = guildId === FALLBACK_KEY ? fallback() : ELSEWHERE;
    const there = await inGuildOr(elsewhere, place.guildId, () => place.channelId);
    return there.kind === 'unusable' ? inGuildOr(elsewhere, place.guildId, () => null) : there;
  }

  async function forModeratorsOfTheOnlyGuild(): Promise<Target> {
    if (!client.isReady()) return AWAY;
    if (!hasAllServers(client)) return fallback();
    const [only, ...others] = client.guilds.cache.values();
    if (only === undefined || others.length > 0) return fallback();
    return only.available ? inGuild(only, null) : AWAY;
  }

  return { ofKeywords, ofTags, forDigest };
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
