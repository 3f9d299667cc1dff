import type { APIMessage } from 'discord-api-types/v10';

import { isExemptFromIntent, withoutContent } from '../gateway/message-content.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import { viewMessage } from '../world/view.ts';
import type { World } from '../world/world.ts';
import { maySeeContent } from './privileged.ts';

/** The message as the actor may see it: without the MESSAGE_CONTENT intent, its content may be hidden. */
export function showMessage(
  world: World,
  { actor, channel }: { actor: Actor; channel: ChannelState },
  message: APIMessage,
): APIMessage {
  const { userId } = actor;
  const shown = viewMessage(world.state, message, userId);
  if (maySeeContent(actor)) return shown;
  const inGuild = channel.guildId !== null;
  const redact = (part: APIMessage): APIMessage =>
    isExemptFromIntent(part, { recipientId: userId, inGuild }) ? part : withoutContent(part);
  const { referenced_message: referenced } = shown;
  return redact(
    referenced === undefined || referenced === null
      ? shown
      : { ...shown, referenced_message: redact(referenced) },
  );
}
