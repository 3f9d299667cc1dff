import {
  PermissionFlagsBits,
  RESTJSONErrorCodes,
  type APIPartialEmoji,
} from 'discord-api-types/v10';
import { z } from 'zod';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import { apiError } from '../../errors.ts';
import type { MessageTarget } from '../../world/messages/polls.ts';
import { reactionKey } from '../../world/messages/reactions.ts';
import type { GuildState } from '../../world/types.ts';
import type { ChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { limitSchema, snowflakeSchema } from '../forms/fields.ts';

const usersSchema = z.object({
  limit: limitSchema({ max: 100, defaultLimit: 25 }),
  after: snowflakeSchema.default('0'),
});

/** A single emoji: a pictogram or a joined sequence of them, a flag, a keycap. */
const UNICODE_EMOJI =
  /^(?:\p{RI}{2}|[\d#*]\uFE0F?\u20E3|\p{Emoji}[\p{EMod}\uFE0F]*(?:\u200D\p{Emoji}[\p{EMod}\uFE0F]*)*)$/u;

export function addReactionRoutes({ route, world, access }: Api): void {
  const { reactions, state } = world;
  const base = '/channels/:channel_id/messages/:message_id/reactions';

  function accessFor(call: Call): ChannelAccess & { target: MessageTarget } {
    const channelAccess = access.channel(call.actor, call.id('channel_id'));
    channelAccess.need(PermissionFlagsBits.ReadMessageHistory);
    const target = { channelId: channelAccess.channel.id, messageId: call.id('message_id') };
    return { ...channelAccess, target };
  }

  route(`PUT ${base}/:emoji/@me`, (call) => {
    const { target, guild, need } = accessFor(call);
    const emoji = readEmoji(call.word('emoji'), guild);
    const exists = state.reactions.get(target.messageId)?.has(reactionKey(emoji)) === true;
    if (!exists) need(PermissionFlagsBits.AddReactions);
    reactions.add(target, call.actor.userId, emoji);
  });

  route(`DELETE ${base}/:emoji/@me`, (call) => {
    const { target, guild } = accessFor(call);
    reactions.remove(target, call.actor.userId, readEmoji(call.word('emoji'), guild));
  });

  route(`DELETE ${base}/:emoji/:user_id`, (call) => {
    const { target, guild, need } = accessFor(call);
    need(PermissionFlagsBits.ManageMessages);
    reactions.remove(target, call.id('user_id'), readEmoji(call.word('emoji'), guild));
  });

  route(`GET ${base}/:emoji`, (call) => {
    const { target, guild } = accessFor(call);
    const { limit, after } = call.query(usersSchema);
    return reactions
      .users(target, readEmoji(call.word('emoji'), guild))
      .filter(({ id }) => compareSnowflakes(id, after) > 0)
      .sort((a, b) => compareSnowflakes(a.id, b.id))
      .slice(0, limit);
  });

  route(`DELETE ${base}/:emoji`, (call) => {
    const { target, guild, need } = accessFor(call);
    need(PermissionFlagsBits.ManageMessages);
    reactions.clear(target, readEmoji(call.word('emoji'), guild));
  });

  route(`DELETE ${base}`, (call) => {
    const { target, need } = accessFor(call);
    need(PermissionFlagsBits.ManageMessages);
    reactions.clear(target);
  });
}

/** `name:id` for an emoji of the guild, otherwise the character itself; 10014 for anything else. */
function readEmoji(word: string, guild: GuildState | null): APIPartialEmoji & { name: string } {
  const id = /^(?:a:)?\w+:(\d{1,20})$/.exec(word)?.[1];
  if (id !== undefined) {
    const emoji = guild?.emojis.get(id);
    if (emoji === undefined) throw apiError(RESTJSONErrorCodes.UnknownEmoji);
    return { id, name: emoji.name ?? '' };
  }
  if (!UNICODE_EMOJI.test(word) || /^[\d#*]$/.test(word)) {
    throw apiError(RESTJSONErrorCodes.UnknownEmoji);
  }
  return { id: null, name: word };
}
