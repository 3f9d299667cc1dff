import { ChannelType, ThreadAutoArchiveDuration } from 'discord-api-types/v10';

import { isThreadOnly } from './channel-state.ts';
import { isoNow, type WorldState } from '../state.ts';
import type { ChannelPayload, ChannelState } from '../types.ts';

export type ThreadType =
  | ChannelType.PublicThread
  | ChannelType.PrivateThread
  | ChannelType.AnnouncementThread;

export interface NewThread {
  readonly name: string;
  readonly autoArchiveDuration?: ThreadAutoArchiveDuration | undefined;
  readonly rateLimitPerUser?: number | undefined;
  /** Private threads only: whether members may add others. */
  readonly invitable?: boolean | undefined;
  /** Forum posts only. */
  readonly appliedTags?: readonly string[] | undefined;
}

export interface Opening {
  readonly parent: ChannelState;
  readonly id: string;
  readonly type: ThreadType;
  readonly thread: NewThread;
}

export function threadPayload(
  state: WorldState,
  { parent, id, type, thread, ownerId }: Opening & { readonly ownerId: string },
): ChannelPayload {
  const now = isoNow(state);
  return {
    id,
    type,
    flags: 0,
    ...(parent.guildId === null ? {} : { guild_id: parent.guildId }),
    name: thread.name,
    parent_id: parent.id,
    owner_id: ownerId,
    last_message_id: null,
    rate_limit_per_user:
      thread.rateLimitPerUser ?? parent.payload.default_thread_rate_limit_per_user ?? 0,
    message_count: 0,
    total_message_sent: 0,
    member_count: 0,
    thread_metadata: {
      archived: false,
      archive_timestamp: now,
      auto_archive_duration:
        thread.autoArchiveDuration ??
        parent.payload.default_auto_archive_duration ??
        ThreadAutoArchiveDuration.OneDay,
      locked: false,
      create_timestamp: now,
      ...(type === ChannelType.PrivateThread ? { invitable: thread.invitable ?? true } : {}),
    },
    ...(isThreadOnly(parent) ? { applied_tags: [...(thread.appliedTags ?? [])] } : {}),
  };
}
