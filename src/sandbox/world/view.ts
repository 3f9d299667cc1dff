import {
  MessageReferenceType,
  type APIMessage,
  type APIPoll,
  type APIReaction,
} from 'discord-api-types/v10';

import { channelFor } from './channels/channel-state.ts';
import type { WorldState } from './state.ts';

/**
 * The message in its current state, with reactions, votes, thread, and the message it replies to (null when that
 * was deleted). `viewerId` determines the `me` fields; null means no viewer, as in events.
 */
export function viewMessage(
  state: WorldState,
  message: APIMessage,
  viewerId: string | null,
): APIMessage {
  const reactions = reactionsOf(state, message.id, viewerId);
  const thread = state.channels.get(message.id);
  return {
    ...message,
    ...referenceOf(state, message),
    ...(reactions.length === 0 ? {} : { reactions }),
    ...(message.poll === undefined
      ? {}
      : { poll: pollOf(state, { poll: message.poll, messageId: message.id }, viewerId) }),
    ...(thread === undefined || thread.parent_id !== message.channel_id
      ? {}
      : { thread: channelFor(state, thread, viewerId ?? '') }),
  };
}

function referenceOf(
  state: WorldState,
  { message_reference: reference }: APIMessage,
): Pick<APIMessage, 'referenced_message'> {
  if (reference?.message_id === undefined || reference.type === MessageReferenceType.Forward) {
    return {};
  }
  const source = state.channels.get(reference.channel_id);
  return { referenced_message: source?.messages.get(reference.message_id) ?? null };
}

function reactionsOf(state: WorldState, messageId: string, viewerId: string | null): APIReaction[] {
  const reactions = state.reactions.get(messageId);
  if (reactions === undefined) return [];
  return [...reactions.values()].map(({ emoji, userIds }) => ({
    emoji,
    count: userIds.size,
    count_details: { normal: userIds.size, burst: 0 },
    me: viewerId !== null && userIds.has(viewerId),
    me_burst: false,
    burst_colors: [],
  }));
}

function pollOf(
  state: WorldState,
  { poll, messageId }: { poll: APIPoll; messageId: string },
  viewerId: string | null,
): APIPoll {
  const votes = state.votes.get(messageId);
  return {
    ...poll,
    results: {
      is_finalized: poll.results?.is_finalized ?? false,
      answer_counts: poll.answers.flatMap(({ answer_id: id }) => {
        const voters = votes?.get(id);
        if (voters === undefined || voters.size === 0) return [];
        const me_voted = viewerId !== null && voters.has(viewerId);
        return [{ id, count: voters.size, me_voted }];
      }),
    },
  };
}
