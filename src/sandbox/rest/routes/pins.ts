import {
  PermissionFlagsBits,
  type RESTGetAPIChannelMessagesPinsResult,
} from 'discord-api-types/v10';
import { z } from 'zod';

import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { limitSchema, timestampSchema } from '../forms/fields.ts';
import { showMessage } from '../show.ts';

/** The most pins the old route returns. */
const OLD_ROUTE_MAX_PINS = 50;

const pageSchema = z.object({
  limit: limitSchema({ max: 50, defaultLimit: 50 }),
  before: timestampSchema.optional(),
});

export function addPinRoutes({ route, world, access }: Api): void {
  const { pins } = world;

  function list(call: Call): RESTGetAPIChannelMessagesPinsResult['items'] {
    const { channel, has } = access.channel(call.actor, call.id('channel_id'));
    if (!has(PermissionFlagsBits.ReadMessageHistory)) return [];
    return pins.list(channel.id).map(({ pinnedAt, message }) => ({
      pinned_at: pinnedAt,
      message: showMessage(world, { actor: call.actor, channel }, message),
    }));
  }

  function pin(call: Call): void {
    const { channel, need } = access.channel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.PinMessages);
    pins.add({ channelId: channel.id, messageId: call.id('message_id') }, call.auditContext);
  }

  function unpin(call: Call): void {
    const { channel, need } = access.channel(call.actor, call.id('channel_id'));
    need(PermissionFlagsBits.PinMessages);
    pins.remove({ channelId: channel.id, messageId: call.id('message_id') }, call.auditContext);
  }

  route('GET /channels/:channel_id/messages/pins', (call) => {
    const { limit, before } = call.query(pageSchema);
    const beforeMs = before === undefined ? Infinity : Date.parse(before);
    const older = list(call).filter(({ pinned_at }) => Date.parse(pinned_at) < beforeMs);
    return { items: older.slice(0, limit), has_more: older.length > limit };
  });
  route('PUT /channels/:channel_id/messages/pins/:message_id', pin);
  route('DELETE /channels/:channel_id/messages/pins/:message_id', unpin);

  route('GET /channels/:channel_id/pins', (call) =>
    list(call)
      .slice(0, OLD_ROUTE_MAX_PINS)
      .map(({ message }) => message),
  );
  route('PUT /channels/:channel_id/pins/:message_id', pin);
  route('DELETE /channels/:channel_id/pins/:message_id', unpin);
}
