import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { z } from 'zod';

import { compareSnowflakes } from '../../../shared/snowflake.ts';
import { invalidField, apiError } from '../../errors.ts';
import type { MessageTarget } from '../../world/messages/polls.ts';
import { findMessage } from '../../world/state.ts';
import type { ChannelAccess } from '../access.ts';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { limitSchema, snowflakeSchema } from '../forms/fields.ts';
import { showMessage } from '../show.ts';

const votersSchema = z.object({
  limit: limitSchema({ max: 100, defaultLimit: 25 }),
  after: snowflakeSchema.default('0'),
});

const voteSchema = z.object({ answer_ids: z.array(z.coerce.number().int().min(1)).max(10) });

export function addPollRoutes({ route, world, access }: Api): void {
  function accessFor(call: Call): ChannelAccess & { target: MessageTarget } {
    const channelAccess = access.channel(call.actor, call.id('channel_id'));
    const target = { channelId: channelAccess.channel.id, messageId: call.id('message_id') };
    return { ...channelAccess, target };
  }

  route('GET /channels/:channel_id/polls/:message_id/answers/:answer_id', (call) => {
    const { target } = accessFor(call);
    const { limit, after } = call.query(votersSchema);
    const users = world.polls
      .voters(target, Number(call.id('answer_id')))
      .filter(({ id }) => compareSnowflakes(id, after) > 0)
      .sort((a, b) => compareSnowflakes(a.id, b.id))
      .slice(0, limit);
    return { users };
  });

  // Undocumented, because apps can't vote: this is the route of Discord's own clients.
  route('PUT /channels/:channel_id/polls/:message_id/answers/@me', (call) => {
    const { target, channel } = accessFor(call);
    if (call.actor.kind === 'bot') throw apiError(RESTJSONErrorCodes.BotsCannotUseThisEndpoint);
    const { answer_ids: answerIds } = call.form(voteSchema);
    const { poll } = findMessage(channel, target.messageId);
    if (poll?.allow_multiselect !== true && answerIds.length > 1) {
      throw invalidField(['answer_ids'], {
        code: 'BASE_TYPE_MAX_LENGTH',
        message: 'Must be 1 or fewer in length.',
      });
    }
    world.polls.vote(target, call.actor.userId, answerIds);
  });

  route('POST /channels/:channel_id/polls/:message_id/expire', (call) => {
    const { target, channel } = accessFor(call);
    const message = findMessage(channel, target.messageId);
    if (message.author.id !== call.actor.userId) {
      throw apiError(RESTJSONErrorCodes.CannotEditMessageAuthoredByAnotherUser);
    }
    const ended = world.polls.expire(target);
    return showMessage(world, { actor: call.actor, channel }, ended);
  });
}
