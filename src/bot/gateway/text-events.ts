import {
  GatewayDispatchEvents,
  type APIThreadChannel,
  type Client,
  type GatewayGuildCreateDispatchData,
  type GatewayGuildScheduledEventCreateDispatchData,
  type GatewayStageInstanceCreateDispatchData,
  type GatewayThreadCreateDispatchData,
  type GatewayThreadListSyncDispatchData,
  type Guild,
} from 'discord.js';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { subjectId, type Snapshot } from '../domain/snapshot.ts';
import { createTextSnapshots, nameOf, UNKNOWN_AUTHOR, type MemberData } from './text-snapshots.ts';

/* Texts that are not messages: titles of threads, names of members, topics of stages, scheduled events. */

/**
 * How many texts are remembered, so that they are not judged again when something else about their subject is updated. About
 * 150 bytes each.
 */
const MAX_REMEMBERED = 50_000;

export interface TextEvents {
  /** Hands over the texts of an event, if they are new. Throws if the event is malformed. */
  handle(type: GatewayDispatchEvents, data: unknown, onText: (snapshot: Snapshot) => void): void;
}

export function createTextEvents({
  client,
  clock,
  logger,
}: {
  client: Client;
  clock: Clock;
  logger: Logger;
}): TextEvents {
  const { snapshotOf, titleOf, newTitle, memberName } = createTextSnapshots({ client, clock });
  const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  /** Whether a text is new or has changed, as far as this process knows. */
  function isNew(key: string, text: string): boolean {
    if (remembered.get(key) === text) return false;
    remembered.set(key, text);
    return true;
  }

  const rememberTitle = ({ id, name }: Pick<APIThreadChannel, 'id' | 'name'>): boolean =>
    isNew(subjectId('title', id), name);

  function availableGuild(guildId: string | undefined): Guild | null {
    const guild = client.guilds.cache.get(guildId ?? '');
    return guild?.available === true ? guild : null;
  }

  /** Discord names the creator of a thread, but not who renamed it. */
  function changedTitle(thread: APIThreadChannel, onText: (snapshot: Snapshot) => void): void {
    const guild = availableGuild(thread.guild_id);
    if (guild === null || !rememberTitle(thread)) return;
    onText(titleOf(guild, thread, UNKNOWN_AUTHOR));
  }

  function newThread(thread: APIThreadChannel, onText: (snapshot: Snapshot) => void): void {
    const guild = availableGuild(thread.guild_id);
    if (guild === null || !rememberTitle(thread)) return;
    newTitle(guild, thread).then(
      (snapshot) => snapshot !== null && onText(snapshot),
      (error: unknown) => {
        const ids = { guildId: guild.id, channelId: thread.id };
        logger.error({ ...ids, reason: errorMessage(error) }, 'title of a new thread not checked');
      },
    );
  }

  function changedName(member: MemberData, onText: (snapshot: Snapshot) => void): void {
    const { guild_id: guildId, user } = member;
    const guild = availableGuild(guildId);
    const key = `${guildId}/${subjectId('name', user.id)}`;
    if (guild === null || !isNew(key, nameOf(member))) return;
    onText(memberName(guild, member));
  }

  function stageTopic(
    { id, guild_id: guildId, channel_id: channelId, topic }: GatewayStageInstanceCreateDispatchData,
    onText: (snapshot: Snapshot) => void,
  ): void {
    const guild = availableGuild(guildId);
    if (guild === null || !isNew(subjectId('stage', id), topic)) return;
    const parts = [{ kind: 'stage' as const, text: topic }];
    onText(snapshotOf(guild, { subject: 'stage', id, channelId, author: UNKNOWN_AUTHOR, parts }));
  }

  function scheduledEvent(
    event: GatewayGuildScheduledEventCreateDispatchData,
    onText: (snapshot: Snapshot) => void,
  ): void {
    const { id, guild_id: guildId, channel_id: channelId, name, description } = event;
    const texts = [name, description, event.entity_metadata?.location];
    const guild = availableGuild(guildId);
    if (guild === null || !isNew(subjectId('event', id), texts.join('\n'))) return;
    onText(
      snapshotOf(guild, {
        subject: 'event',
        id,
        channelId: channelId ?? '',
        // Discord names the creator, but not who changed it.
        author: UNKNOWN_AUTHOR,
        parts: texts.map((text) => ({ kind: 'event', text })),
      }),
    );
  }

  return {
    handle(type, data, onText) {
      // Assumes the shape that Discord documents; if the data has another one, reading it throws.
      switch (type) {
        case GatewayDispatchEvents.GuildCreate: {
          const guild = data as GatewayGuildCreateDispatchData;
          if (guild.unavailable === true) return;
          // The catch-up finds those that changed unseen.
          for (const thread of guild.threads) rememberTitle(thread);
          for (const stage of guild.stage_instances) {
            stageTopic({ ...stage, guild_id: guild.id }, onText);
          }
          for (const event of guild.guild_scheduled_events) {
            scheduledEvent({ ...event, guild_id: guild.id }, onText);
          }
          return;
        }
        case GatewayDispatchEvents.ThreadCreate: {
          const thread = data as GatewayThreadCreateDispatchData;
          // If it isn't new, the bot was added to an existing thread.
          if (thread.newly_created === true) newThread(thread, onText);
          else changedTitle(thread, onText);
          return;
        }
        case GatewayDispatchEvents.ThreadUpdate:
          changedTitle(data as APIThreadChannel, onText);
          return;
        case GatewayDispatchEvents.ThreadListSync: {
          const { threads } = data as GatewayThreadListSyncDispatchData;
          for (const thread of threads) changedTitle(thread, onText);
          return;
        }
        case GatewayDispatchEvents.GuildMemberAdd:
        case GatewayDispatchEvents.GuildMemberUpdate:
          changedName(data as MemberData, onText);
          return;
        case GatewayDispatchEvents.StageInstanceCreate:
        case GatewayDispatchEvents.StageInstanceUpdate:
          stageTopic(data as GatewayStageInstanceCreateDispatchData, onText);
          return;
        case GatewayDispatchEvents.GuildScheduledEventCreate:
        case GatewayDispatchEvents.GuildScheduledEventUpdate:
          scheduledEvent(data as GatewayGuildScheduledEventCreateDispatchData, onText);
          return;
        default:
      }
    },
  };
}
