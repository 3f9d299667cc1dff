import {
  GatewayDispatchEvents,
  ReactionType,
  RESTJSONErrorCodes,
  type APIPartialEmoji,
  type APIUser,
} from 'discord-api-types/v10';

import { refusal } from '../errors.ts';
import type { MessageTarget } from './polls.ts';
import { audienceOf } from './post.ts';
import { findChannel, findMessage, findUser, guildOf, type WorldState } from './state.ts';

const MAX_REACTIONS = 20;

export interface Reactions {
  add(target: MessageTarget, userId: string, emoji: APIPartialEmoji): void;
  remove(target: MessageTarget, userId: string, emoji: APIPartialEmoji): void;
  /** All of one emoji, or all. */
  clear(target: MessageTarget, emoji?: APIPartialEmoji): void;
  /** Who reacted with it, by id. */
  users(target: MessageTarget, emoji: APIPartialEmoji): APIUser[];
}

/** A custom emoji is known by its id, another by the character itself. */
export function reactionKey({ id, name }: APIPartialEmoji): string {
  return id ?? name ?? '';
}

export function createReactions(state: WorldState): Reactions {
  function place({ channelId, messageId }: MessageTarget) {
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
      const { channel, message, where, audience } = place(target);
      const reactions = state.reactions.get(message.id) ?? new Map<string, never>();
      const known = reactions.get(reactionKey(emoji));
      if (known === undefined && reactions.size >= MAX_REACTIONS) {
        throw refusal(RESTJSONErrorCodes.MaximumNumberOfReactionsReached);
      }
      const reaction = known ?? { emoji, userIds: new Set<string>() };
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
      const { message, where, audience } = place(target);
      const reactions = state.reactions.get(message.id);
      const reaction = reactions?.get(reactionKey(emoji));
      if (reaction === undefined || !reaction.userIds.delete(userId)) {
        throw refusal(RESTJSONErrorCodes.UnknownEmoji);
      }
      if (reaction.userIds.size === 0) reactions?.delete(reactionKey(emoji));
      state.emit({
        type: GatewayDispatchEvents.MessageReactionRemove,
        data: { user_id: userId, ...where, emoji, burst: false, type: ReactionType.Normal },
        ...audience,
      });
    },

    clear(target, emoji) {
      const { message, where, audience } = place(target);
      if (emoji === undefined) {
        state.reactions.delete(message.id);
        const type = GatewayDispatchEvents.MessageReactionRemoveAll;
        state.emit({ type, data: where, ...audience });
        return;
      }
      const known = state.reactions.get(message.id)?.delete(reactionKey(emoji)) ?? false;
      if (!known) throw refusal(RESTJSONErrorCodes.UnknownEmoji);
      const type = GatewayDispatchEvents.MessageReactionRemoveEmoji;
      state.emit({ type, data: { ...where, emoji }, ...audience });
    },

    users(target, emoji) {
      const { message } = place(target);
      const reaction = state.reactions.get(message.id)?.get(reactionKey(emoji));
      return [...(reaction?.userIds ?? [])].map((id) => findUser(state, id).user);
    },
  };
}
