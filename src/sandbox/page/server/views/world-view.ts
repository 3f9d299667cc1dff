import type { World } from '../../../world/world.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import type { MessageView } from '../../protocol/messages.ts';
import { channelViews } from './channel-view.ts';
import { messageView, type Viewing } from './message-view.ts';

/** The page shows no older messages of a channel. */
const MAX_MESSAGES = 100;

/** The person's visible channels, and the messages of those `isKnown` does not contain yet. */
export function paneView(
  viewing: Viewing,
  { channelIds, isKnown }: { channelIds: 'all' | readonly string[]; isKnown: ReadonlySet<string> },
): { channels: ChannelView[]; messages: Record<string, MessageView[]> } {
  const { world, viewerId } = viewing;
  const channels = channelViews(world.state, viewerId).filter(
    ({ id }) => channelIds === 'all' || channelIds.includes(id),
  );
  const messages: Record<string, MessageView[]> = {};
  for (const { id } of channels) {
    if (!isKnown.has(id)) messages[id] = messagesOf(viewing, id);
  }
  return { channels, messages };
}

/** Messages, oldest first, with the person's own ephemeral ones. */
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
