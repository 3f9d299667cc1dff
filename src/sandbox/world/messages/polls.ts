import {
  GatewayDispatchEvents,
  MessageReferenceType,
  MessageType,
  PollLayoutType,
  RESTJSONErrorCodes,
  type APIMessage,
  type APIPoll,
  type APIUser,
  type RESTAPIPoll,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import { pollResultEmbed } from './poll-result.ts';
import { audienceOf, postSystemMessage, replaceMessage } from './post.ts';
import { findChannel, findMessage, findUser, isoTime, type WorldState } from '../state.ts';
import type { ChannelState } from '../types.ts';

const DEFAULT_DURATION_HOURS = 24;
const MS_PER_HOUR = 3_600_000;

export interface MessageTarget {
  readonly channelId: string;
  readonly messageId: string;
}

export interface Polls {
  /** Replaces all of the user's votes. */
  vote(target: MessageTarget, userId: string, answerIds: readonly number[]): void;
  voters(target: MessageTarget, answerId: number): APIUser[];
  expire(target: MessageTarget): APIMessage;
}

export function newPoll(state: WorldState, poll: RESTAPIPoll): APIPoll {
  const durationMs = (poll.duration ?? DEFAULT_DURATION_HOURS) * MS_PER_HOUR;
  return {
    question: { ...poll.question },
    answers: poll.answers.map(({ poll_media }, index) => ({ answer_id: index + 1, poll_media })),
    expiry: isoTime(state.clock.now() + durationMs),
    allow_multiselect: poll.allow_multiselect ?? false,
    layout_type: poll.layout_type ?? PollLayoutType.Default,
    results: { is_finalized: false, answer_counts: [] },
  };
}

export function createPolls(state: WorldState): Polls {
  function find(target: MessageTarget): {
    channel: ChannelState;
    message: APIMessage;
    poll: APIPoll;
  } {
    const channel = findChannel(state, target.channelId);
    const message = findMessage(channel, target.messageId);
    const { poll } = message;
    if (poll === undefined) throw apiError(RESTJSONErrorCodes.CannotExpireANonPollMessage);
    return { channel, message, poll };
  }

  function hasEnded(poll: APIPoll): boolean {
    return poll.expiry !== null && Date.parse(poll.expiry) <= state.clock.now();
  }

  return {
    vote(target, userId, answerIds) {
      const { channel, message, poll } = find(target);
      if (hasEnded(poll)) throw apiError(RESTJSONErrorCodes.PollExpired);
      const votes = state.votes.get(message.id) ?? new Map<number, Set<string>>();
      state.votes.set(message.id, votes);
      for (const { answer_id } of poll.answers) {
        const voters = votes.get(answer_id) ?? new Set<string>();
        votes.set(answer_id, voters);
        const wanted = answerIds.includes(answer_id);
        if (wanted === voters.has(userId)) continue;
        if (wanted) voters.add(userId);
        else voters.delete(userId);
        state.emit({
          type: wanted
            ? GatewayDispatchEvents.MessagePollVoteAdd
            : GatewayDispatchEvents.MessagePollVoteRemove,
          data: {
            user_id: userId,
            channel_id: channel.id,
            message_id: message.id,
            ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
            answer_id,
          },
          ...audienceOf(channel),
        });
      }
    },

    voters(target, answerId) {
      const { message } = find(target);
      const voters = state.votes.get(message.id)?.get(answerId) ?? [];
      return [...voters].map((id) => findUser(state, id).user);
    },

    expire(target) {
      const { channel, message, poll } = find(target);
      if (hasEnded(poll)) throw apiError(RESTJSONErrorCodes.PollExpired);
      const ended: APIMessage = {
        ...message,
        poll: {
          ...poll,
          expiry: isoTime(state.clock.now()),
          results: { is_finalized: true, answer_counts: [] },
        },
      };
      replaceMessage(state, channel, ended);
      postSystemMessage(state, channel, {
        type: MessageType.PollResult,
        authorId: message.author.id,
        mentionsAuthor: true,
        embeds: [pollResultEmbed(poll, state.votes.get(message.id) ?? new Map())],
        reference: {
          type: MessageReferenceType.Default,
          channel_id: channel.id,
          message_id: message.id,
        },
      });
      return ended;
    },
  };
}
