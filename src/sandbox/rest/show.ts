import type { APIMessage } from 'discord-api-types/v10';

import { isShownAnyway, withoutContent } from '../gateway/message-content.ts';
import type { Actor, ChannelState } from '../world/types.ts';
import { viewMessage } from '../world/view.ts';
import type { World } from '../world/world.ts';
import { maySeeContent } from './privileged.ts';

/** The message as this reader is shown it. */
export function showMessage(
  world: World,
  { actor, channel }: { actor: Actor; channel: ChannelState },
  message: APIMessage,
): APIMessage {
  const { userId } = actor;
  const shown = viewMessage(world.state, message, userId);
  if (maySeeContent(actor)) return shown;
  const inGuild = channel.guildId !== null;
  const conceal = (one: APIMessage): APIMessage =>
    isShownAnyway(one, { readerId: userId, inGuild }) ? one : withoutContent(one);
  const { referenced_message: referenced } = shown;
  return conceal(
    referenced === undefined || referenced === null
      ? shown
      : { ...shown, referenced_message: conceal(referenced) },
  );
}
