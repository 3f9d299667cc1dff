import {
  GatewayDispatchEvents,
  ReactionType,
  RESTJSONErrorCodes,
  type APIPartialEmoji,
  type APIUser,
} from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import type { MessageTarget } from './polls.ts';
import { audienceOf } from './post.ts';
import { findChannel, findMessage, findUser, guildOf, type WorldState } from '../state.ts';

const MAX_REACTIONS = 20;

export interface Reactions {
  add(target: MessageTarget, userId: string, emoji: APIPartialEmoji): void;
  remove(target: MessageTarget, userId: string, emoji: APIPartialEmoji): void;
  /** Removes all reactions with one emoji, or all reactions. */
  clear(target: MessageTarget, emoji?: APIPartialEmoji): void;
  users(target: MessageTarget, emoji: APIPartialEmoji): APIUser[];
}

/** The id of a custom emoji, or the Unicode emoji itself. */
export function reactionKey({ id, name }: APIPartialEmoji): string {
  return id ?? name ?? '';
}

export function createReactions(state: WorldState): Reactions {
  function locate({ channelId, messageId }: MessageTarget) {
    const channel = findChannel(state, channelId);
    const message = findMessage(channel, messageId);
    const where = {
      channel_id: channelId,
      message_id: messageId,
      ...(channel.guildId === null ? {} : { guild_id: channel.guildId }),
    };
    return { channel, message, where, audience: audienceOf(channel) };
  }

  return {
    add(target, userId, emoji) {
      const { channel, message, where, audience } = locate(target);
      const reactions = state.reactions.get(message.id) ?? new Map<string, never>();
      const existing = reactions.get(reactionKey(emoji));
      if (existing === undefined && reactions.size >= MAX_REACTIONS) {
        throw apiError(RESTJSONErrorCodes.MaximumNumberOfReactionsReached);
      }
      const reaction = existing ?? { emoji, userIds: new Set<string>() };
      if (reaction.userIds.has(userId)) return;
      reaction.userIds.add(userId);
      state.reactions.set(message.id, new Map(reactions).set(reactionKey(emoji), reaction));
      const member = guildOf(state, channel)?.members.get(userId);
      state.emit({
        type: GatewayDispatchEvents.MessageReactionAdd,
        data: {
          user_id: userId,
          ...where,
          ...(member === undefined ? {} : { member }),
          message_author_id: message.author.id,
          emoji,
          burst: false,
          type: ReactionType.Normal,
        },
        ...audience,
      });
    },

    remove(target, userId, emoji) {
      const { message, where, audience } = locate(target);
      const reactions = state.reactions.get(message.id);
      const reaction = reactions?.get(reactionKey(emoji));
      if (reaction === undefined || !reaction.userIds.delete(userId)) {
        throw apiError(RESTJSONErrorCodes.UnknownEmoji);
      }
      if (reaction.userIds.size === 0) reactions?.delete(reactionKey(emoji));
      state.emit({
        type: GatewayDispatchEvents.MessageReactionRemove,
        data: { user_id: userId, ...where, emoji, burst: false, type: ReactionType.Normal },
        ...audience,
      });
    },

    clear(target, emoji) {
      const { message, where, audience } = locate(target);
      if (emoji === undefined) {
        state.reactions.delete(message.id);
        const type = GatewayDispatchEvents.MessageReactionRemoveAll;
        state.emit({ type, data: where, ...audience });
        return;
      }
      const existed = state.reactions.get(message.id)?.delete(reactionKey(emoji)) ?? false;
      if (!existed) throw apiError(RESTJSONErrorCodes.UnknownEmoji);
      const type = GatewayDispatchEvents.MessageReactionRemoveEmoji;
      state.emit({ type, data: { ...where, emoji }, ...audience });
    },

    users(target, emoji) {
      const { message } = locate(target);
      const reaction = state.reactions.get(message.id)?.get(reactionKey(emoji));
      return [...(reaction?.userIds ?? [])].map((id) => findUser(state, id).user);
    },
  };
}
