import type { World } from '../../../world/world.ts';
import type { MessageView } from '../../protocol/messages.ts';
import { messageView, type Viewing } from './message-view.ts';

/** Messages shown per channel; older ones are left out. */
const MAX_MESSAGES = 100;

/** The messages of each channel. */
export function messageViews(
  viewing: Viewing,
  channelIds: readonly string[],
): Record<string, MessageView[]> {
  return Object.fromEntries(channelIds.map((id) => [id, messagesOf(viewing, id)]));
}

/** The messages of a channel, oldest first, including the person's own ephemeral ones. */
function messagesOf(viewing: Viewing, channelId: string): MessageView[] {
  const { world, viewerId } = viewing;
  const posted = world.state.channels.get(channelId)?.messages.page({ limit: MAX_MESSAGES }) ?? [];
  const ephemeral = ephemeralsOf(world, viewerId).filter(
    (message) => message.channel_id === channelId,
  );
  return [...posted, ...ephemeral]
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((message) => messageView(viewing, message));
}

function ephemeralsOf({ state }: World, viewerId: string) {
  return [...state.ephemerals.values()].flatMap(({ message, userId }) =>
    userId === viewerId ? [message] : [],
  );
}
