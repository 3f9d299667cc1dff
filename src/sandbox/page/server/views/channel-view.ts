import { ChannelType, PermissionFlagsBits } from 'discord-api-types/v10';

import { canView } from '../../../world/guilds/guild-create.ts';
import { hasPermission, permissionsIn } from '../../../world/guilds/permissions.ts';
import { isThread } from '../../../world/channels/channel-state.ts';
import type { WorldState } from '../../../world/state.ts';
import type { ChannelState } from '../../../world/types.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import { userName } from './user-view.ts';

const KINDS: Readonly<Partial<Record<ChannelType, ChannelView['kind']>>> = {
  [ChannelType.GuildText]: 'text',
  [ChannelType.GuildAnnouncement]: 'announcement',
  [ChannelType.GuildVoice]: 'voice',
  [ChannelType.GuildStageVoice]: 'voice',
  [ChannelType.GuildForum]: 'forum',
  [ChannelType.GuildMedia]: 'forum',
  [ChannelType.GuildCategory]: 'category',
  [ChannelType.PublicThread]: 'thread',
  [ChannelType.PrivateThread]: 'thread',
  [ChannelType.AnnouncementThread]: 'thread',
  [ChannelType.DM]: 'dm',
};

/** Null: a type the page does not show. */
export function channelKind(type: ChannelType): ChannelView['kind'] | null {
  return KINDS[type] ?? null;
}

/** The sidebar's entries: the server's channels, then direct messages. */
export function channelViews(state: WorldState, viewerId: string): ChannelView[] {
  return [...state.channels.values()]
    .filter((channel) => canView(state, channel, viewerId))
    .sort(bySidebar)
    .flatMap((channel) => channelView(state, channel, viewerId) ?? []);
}

function channelView(
  state: WorldState,
  channel: ChannelState,
  viewerId: string,
): ChannelView | null {
  const { payload, type } = channel;
  const kind = channelKind(type);
  if (kind === null) return null;
  return {
    id: channel.id,
    kind,
    name: kind === 'dm' ? otherName(state, channel, viewerId) : (payload.name ?? ''),
    topic: payload.topic ?? '',
    parentId: channel.parent_id,
    canSend: can(state, { channel, userId: viewerId }, PermissionFlagsBits.SendMessages),
    canManageMessages:
      kind !== 'dm' &&
      can(state, { channel, userId: viewerId }, PermissionFlagsBits.ManageMessages),
    isPrivate: isPrivate(channel),
    isArchived: payload.thread_metadata?.archived === true,
  };
}

function otherName(state: WorldState, { recipientIds }: ChannelState, viewerId: string): string {
  const other = state.users.get(recipientIds.find((id) => id !== viewerId) ?? '');
  return other === undefined ? '' : userName(other.user);
}

function can(
  state: WorldState,
  { channel, userId }: { channel: ChannelState; userId: string },
  permission: bigint,
): boolean {
  if (channel.guildId === null) return true;
  const guild = state.guilds.get(channel.guildId);
  const member = guild?.members.get(userId);
  if (guild === undefined || member === undefined) return false;
  const permissions = permissionsIn({ guild, member, channel, nowMs: state.clock.now() });
  return hasPermission(permissions, permission);
}

function isPrivate({ guildId, permission_overwrites: overwrites, type }: ChannelState): boolean {
  if (type === ChannelType.PrivateThread) return true;
  const everyone = overwrites.find(({ id }) => id === guildId);
  return hasPermission(BigInt(everyone?.deny ?? '0'), PermissionFlagsBits.ViewChannel);
}

function bySidebar(a: ChannelState, b: ChannelState): number {
  return rank(a) - rank(b) || position(a) - position(b) || a.id.localeCompare(b.id);
}

function rank(channel: ChannelState): number {
  if (channel.guildId === null) return 2;
  return isThread(channel) ? 1 : 0;
}

function position({ payload }: ChannelState): number {
  return payload.position ?? 0;
}
