import {
  ChannelType,
  GatewayDispatchEvents,
  RESTJSONErrorCodes,
  ThreadMemberFlags,
  type APIThreadMember,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { asApiThread, isThread } from './channel-state.ts';
import { findChannel, findGuild, findMember, isoNow, type WorldState } from '../state.ts';
import type { ChannelState } from '../types.ts';

export interface ThreadMembers {
  /** Does nothing for existing members. */
  add(threadId: string, userId: string): void;
  remove(threadId: string, userId: string): void;
}

export function createThreadMembers(state: WorldState): ThreadMembers {
  return {
    add(threadId, userId) {
      const thread = findThread(state, threadId);
      checkNotArchived(thread);
      findMember(findGuild(state, thread.guildId ?? ''), userId);
      joinThread(state, thread, userId);
    },

    remove(threadId, userId) {
      const thread = findThread(state, threadId);
      checkNotArchived(thread);
      if (!thread.threadMembers.has(userId)) return;
      // A member who leaves a private thread still receives this event.
      emitMembersUpdate(state, thread, { removed: userId });
      thread.threadMembers.delete(userId);
      recount(thread);
    },
  };
}

/** The thread with this id. Throws 50024 when the channel is not a thread. */
export function findThread(state: WorldState, threadId: string): ChannelState {
  const thread = findChannel(state, threadId);
  if (!isThread(thread)) throw apiError(RESTJSONErrorCodes.CannotExecuteActionOnThisChannelType);
  return thread;
}

/** Adds the user to the thread unless they are a member: by joining, being added, or posting. */
export function joinThread(state: WorldState, thread: ChannelState, userId: string): void {
  const guild = findGuild(state, thread.guildId ?? '');
  // Webhooks post without becoming members.
  if (thread.threadMembers.has(userId) || !guild.members.has(userId)) return;
  const member: APIThreadMember = {
    id: thread.id,
    user_id: userId,
    join_timestamp: isoNow(state),
    flags: ThreadMemberFlags.HasInteracted,
  };
  thread.threadMembers.set(userId, member);
  recount(thread);
  const audience = { guildId: thread.guildId, channelId: thread.id };
  if (thread.type === ChannelType.PrivateThread) {
    // The new member could not view the thread before.
    state.emit({
      type: GatewayDispatchEvents.ThreadCreate,
      data: asApiThread({ ...thread.payload, member }),
      ...audience,
      userIds: [userId],
    });
  }
  emitMembersUpdate(state, thread, { added: member });
}

function checkNotArchived(thread: ChannelState): void {
  if (thread.payload.thread_metadata?.archived === true) {
    throw apiError(RESTJSONErrorCodes.InvalidActionOnArchivedThread);
  }
}

function recount(thread: ChannelState): void {
  // Discord stops counting at 50.
  const member_count = Math.min(thread.threadMembers.size, 50);
  thread.payload = { ...thread.payload, member_count };
}

function emitMembersUpdate(
  state: WorldState,
  thread: ChannelState,
  change: { readonly added: APIThreadMember } | { readonly removed: string },
): void {
  const guildId = thread.guildId ?? '';
  const guildMember =
    'added' in change
      ? state.guilds.get(guildId)?.members.get(change.added.user_id ?? '')
      : undefined;
  state.emit({
    type: GatewayDispatchEvents.ThreadMembersUpdate,
    data: {
      id: thread.id,
      guild_id: guildId,
      member_count: thread.payload.member_count ?? 0,
      ...('added' in change
        ? {
            added_members: [
              {
                ...change.added,
                ...(guildMember === undefined ? {} : { member: guildMember }),
              },
            ],
          }
        : { removed_member_ids: [change.removed] }),
    },
    guildId,
    channelId: thread.id,
    userIds: null,
  });
}
