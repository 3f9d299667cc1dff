import {
  ChannelType,
  RESTJSONErrorCodes,
  type APIThreadChannel,
  type Client,
  type GatewayGuildMemberAddDispatchData,
  type GatewayGuildMemberUpdateDispatchData,
  type Guild,
} from 'discord.js';
import type { Clock } from '../../shared/clock.ts';
import { subjectId, type Author, type Part, type Snapshot } from '../domain/snapshot.ts';
import { fetchMember } from '../access/action-context.ts';
import { authorRankOf } from '../access/permissions.ts';
import { classifyError } from '../rest/classify-error.ts';
import { isAgeRestricted, parentIdsOf } from '../access/channels.ts';
import { timeOf } from './messages/snapshot.ts';
import { getMessage } from '../rest/rest.ts';

/** For texts whose author Discord does not name. */
export const UNKNOWN_AUTHOR: Author = {
  id: '',
  name: '',
  kind: 'unknown',
  rank: 'member',
  roleIds: [],
  usedBy: null,
  joinedAt: null,
};

const UNKNOWN_MESSAGE: number = RESTJSONErrorCodes.UnknownMessage;

/** The fields of a thread that a snapshot of its title needs. */
export type TitledThread = Pick<
  APIThreadChannel,
  'id' | 'name' | 'parent_id' | 'owner_id' | 'type'
>;

/** The fields of a member that a snapshot of their name needs. */
export type MemberData = Pick<
  GatewayGuildMemberAddDispatchData & GatewayGuildMemberUpdateDispatchData,
  'guild_id' | 'user' | 'roles'
> & { readonly nick?: string | null; readonly joined_at?: string | null };

type Text = Pick<Snapshot, 'channelId' | 'author'> & {
  readonly subject: Exclude<Snapshot['subject'], 'message'>;
  readonly id: string;
  readonly parts: readonly (Pick<Part, 'kind'> & { readonly text: string | null | undefined })[];
};

/** The name that members see: the nickname, or that of the account. */
export function nameOf({ nick, user }: Pick<MemberData, 'nick' | 'user'>): string {
  return nick ?? user.global_name ?? user.username;
}

/** Makes snapshots of texts that are not messages. */
export function createTextSnapshots({ client, clock }: { client: Client; clock: Clock }) {
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
      posting: null,
      pictures: [],
      previousMessageId: null,
      announcedThreadId: null,
      editedAt: clock.now(),
    };
  }

  function titleOf(guild: Guild, { id, name }: TitledThread, author: Author): Snapshot {
    const parts = [{ kind: 'thread title' as const, text: name }];
    return snapshotOf(guild, { subject: 'title', id, channelId: id, author, parts });
  }

  /** Null: the title is judged with the message that announces it, or with the first message of the post. */
  async function newTitle(guild: Guild, thread: TitledThread): Promise<Snapshot | null> {
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
  async function isStartedFromMessage({ id, parent_id: parentId }: TitledThread): Promise<boolean> {
    try {
      await getMessage(client.rest, parentId ?? '', id);
      return true;
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') throw error;
      // If the bot is not allowed to read the channel, it does not see an announcement either.
      return failure.code !== UNKNOWN_MESSAGE;
    }
  }

  async function creatorOf(guild: Guild, { owner_id: id }: TitledThread): Promise<Author> {
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

  function memberName(guild: Guild, member: MemberData): Snapshot {
    const { user, nick, roles, joined_at: joinedAt } = member;
    const name = nameOf(member);
    const isSelf = user.id === guild.client.user.id;
    return snapshotOf(guild, {
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
  }

  return { snapshotOf, titleOf, newTitle, memberName };
}
