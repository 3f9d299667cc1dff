import {
  ChannelType,
  GatewayDispatchEvents,
  RESTJSONErrorCodes,
  type APIThreadChannel,
  type Client,
  type GatewayGuildCreateDispatchData,
  type GatewayGuildMemberAddDispatchData,
  type GatewayGuildMemberUpdateDispatchData,
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
import { subjectId, type Author, type Part, type Snapshot } from '../domain/snapshot.ts';
import { fetchMember } from '../access/action-context.ts';
import { authorRankOf } from '../access/permissions.ts';
import { classifyError } from '../rest/classify-error.ts';
import { isAgeRestricted, parentIdsOf } from '../access/channels.ts';
import { timeOf } from './messages/snapshot.ts';
import { getMessage } from '../rest/rest.ts';

/* Texts that are no messages: titles of threads, names of members, topics of stages, scheduled events. */

/** Texts remembered at once, so that an update of something else does not have them judged again. About 150 bytes each. */
const MAX_REMEMBERED = 50_000;

const UNKNOWN_AUTHOR: Author = {
  id: '',
  name: '',
  kind: 'unknown',
  rank: 'member',
  roleIds: [],
  usedBy: null,
  joinedAt: null,
};

const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

export interface TextEvents {
  /** Hands over the texts of an event, if they are new. Throws if the event is malformed. */
  handle(type: GatewayDispatchEvents, data: unknown, onText: (snapshot: Snapshot) => void): void;
}

type Text = Pick<Snapshot, 'channelId' | 'author'> & {
  readonly subject: Exclude<Snapshot['subject'], 'message'>;
  readonly id: string;
  readonly parts: readonly (Pick<Part, 'kind'> & { readonly text: string | null | undefined })[];
};

export function createTextEvents({
  client,
  clock,
  logger,
}: {
  client: Client;
  clock: Clock;
  logger: Logger;
}): TextEvents {
  const remembered = new LRUCache<string, string>({ max: MAX_REMEMBERED });

  /** Whether the text of something has changed, as far as this process knows. */
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

  function snapshotOf(guild: Guild, { subject, id, channelId, author, parts }: Text): Snapshot {
    const parentIds = parentIdsOf(guild, channelId);
    return {
      subject,
      messageId: subjectId(subject, id),
      guildId: guild.id,
      channelId,
      parentIds,
      isAgeRestricted: isAgeRestricted(guild, [channelId, ...parentIds]),
      author,
      parts: parts.flatMap(({ kind, text }) =>
        typeof text === 'string' && text.trim() !== '' ? [{ kind, text }] : [],
      ),
      files: [],
      recordings: [],
      previousMessageId: null,
      announcedThreadId: null,
      editedAt: clock.now(),
    };
  }

  function titleOf(guild: Guild, { id, name }: APIThreadChannel, author: Author): Snapshot {
    const parts = [{ kind: 'thread title' as const, text: name }];
    return snapshotOf(guild, { subject: 'title', id, channelId: id, author, parts });
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

  /** Null: the title is judged with the message that announces it, or with the first message of the post. */
  async function newTitle(guild: Guild, thread: APIThreadChannel): Promise<Snapshot | null> {
    const parent = guild.channels.cache.get(thread.parent_id ?? '');
    const isPost =
      parent?.type === ChannelType.GuildForum || parent?.type === ChannelType.GuildMedia;
    if (isPost) return null;
    const isAnnounced =
      thread.type !== ChannelType.PrivateThread && !(await isStartedFromMessage(thread));
    if (isAnnounced) return null;
    return titleOf(guild, thread, await creatorOf(guild, thread));
  }

  /** A thread that was started from a message has the message's id; Discord announces all others. */
  async function isStartedFromMessage({
    id,
    parent_id: parentId,
  }: APIThreadChannel): Promise<boolean> {
    try {
      await getMessage(client.rest, parentId ?? '', id);
      return true;
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') throw error;
      // If the bot may not read the channel, it does not see an announcement either.
      return failure.code !== UNKNOWN_MESSAGE;
    }
  }

  async function creatorOf(guild: Guild, { owner_id: id }: APIThreadChannel): Promise<Author> {
    const member = id === undefined ? null : await fetchMember(guild, id);
    if (member === null) return UNKNOWN_AUTHOR;
    const roleIds = [...member.roles.cache.keys()].filter((roleId) => roleId !== guild.id);
    return {
      id: member.id,
      name: member.displayName,
      kind: member.id === guild.client.user.id ? 'self' : member.user.bot ? 'bot' : 'person',
      rank: authorRankOf(guild, member.id, roleIds),
      roleIds,
      usedBy: null,
      joinedAt: member.joinedTimestamp,
    };
  }

  /** The name that members see: the nickname, or that of the account. */
  function memberName(
    { guild_id: guildId, user, nick, roles, joined_at: joinedAt }: MemberData,
    onText: (snapshot: Snapshot) => void,
  ): void {
    const guild = availableGuild(guildId);
    const name = nick ?? user.global_name ?? user.username;
    if (guild === null || !isNew(`${guildId}/${subjectId('name', user.id)}`, name)) return;
    const isSelf = user.id === guild.client.user.id;
    const snapshot = snapshotOf(guild, {
      subject: typeof nick === 'string' ? 'nickname' : 'name',
      id: user.id,
      channelId: '',
      author: {
        id: user.id,
        name,
        kind: isSelf ? 'self' : user.bot === true ? 'bot' : 'person',
        rank: authorRankOf(guild, user.id, roles),
        roleIds: roles,
        usedBy: null,
        joinedAt: timeOf(joinedAt),
      },
      parts: [{ kind: 'name', text: name }],
    });
    onText(snapshot);
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
      // Discord's data in the documented shape; if it has another one, reading it throws.
      switch (type) {
        case GatewayDispatchEvents.GuildCreate: {
          const guild = data as GatewayGuildCreateDispatchData;
          if (guild.unavailable === true) return;
          // Too many to judge them all at every start, and most of them were judged before.
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
          // Otherwise the bot was added to an existing thread.
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
          memberName(data as MemberData, onText);
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

type MemberData = Pick<
  GatewayGuildMemberAddDispatchData & GatewayGuildMemberUpdateDispatchData,
  'guild_id' | 'user' | 'roles'
> & { readonly nick?: string | null; readonly joined_at?: string | null };
