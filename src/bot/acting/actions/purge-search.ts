import {
  MessageType,
  RESTJSONErrorCodes,
  type APIMessage,
  type Client,
  type GuildBasedChannel,
} from 'discord.js';
import type { Clock } from '../../../shared/clock.ts';
import type { PurgeFilter, PurgeMessage, PurgeSearch } from '../../domain/manual/manual-ports.ts';
import { ownPermissionsIn } from '../../access/action-context.ts';
import { isTooOldForBulk } from './kinds/message-deletions.ts';
import { hasPermission } from '../../access/permissions.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { listMessages, type MessagePage } from '../../rest/rest.ts';
import { partsOf } from '../../gateway/messages/message-text.ts';

/** A search stops after this many messages, which is ten requests, even if few match. */
const MAX_SEARCHED = 1000;

/** Types of messages that cannot be deleted. */
const UNDELETABLE: ReadonlySet<MessageType> = new Set([
  MessageType.RecipientAdd,
  MessageType.RecipientRemove,
  MessageType.Call,
  MessageType.ChannelNameChange,
  MessageType.ChannelIconChange,
  MessageType.ThreadStarterMessage,
]);

const INVISIBLE: ReadonlySet<number> = new Set([
  RESTJSONErrorCodes.UnknownChannel,
  RESTJSONErrorCodes.MissingAccess,
  RESTJSONErrorCodes.MissingPermissions,
]);

export function createPurgeSearch({
  client,
  clock,
}: {
  client: Client;
  clock: Clock;
}): PurgeSearch {
  /** Null: the bot is not allowed to read the channel. */
  async function readPage(channelId: string, before?: string): Promise<MessagePage | null> {
    try {
      return await listMessages(client.rest, channelId, before === undefined ? {} : { before });
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'refused' && INVISIBLE.has(failure.code)) return null;
      throw error;
    }
  }

  return {
    async find(channelId, filter, { signal, onPage }) {
      const channel = client.channels.cache.get(channelId);
      if (channel !== undefined && !channel.isDMBased() && !isReadable(channel)) return null;
      const isWanted = matcher(channelId, filter);
      const messages: PurgeMessage[] = [];
      let pinned = 0;
      let searched = 0;
      let before: string | undefined;
      for (;;) {
        signal.throwIfAborted();
        const page = await readPage(channelId, before);
        if (page === null) return null;
        for (const message of page.messages) {
          searched += 1;
          if (!isWanted(message)) continue;
          if (message.pinned && !filter.includesPinned) pinned += 1;
          else messages.push(purgeMessageOf(message, clock.now()));
          if (messages.length === filter.count) {
            return { messages, pinned, searched, hasOlder: false };
          }
        }
        before = page.messages.at(-1)?.id;
        if (page.isLast || before === undefined) {
          return { messages, pinned, searched, hasOlder: false };
        }
        if (searched >= MAX_SEARCHED) return { messages, pinned, searched, hasOlder: true };
        onPage(searched);
      }
    },
  };
}

function isReadable(channel: GuildBasedChannel): boolean {
  const permissions = ownPermissionsIn(channel);
  return (
    permissions === null ||
    (hasPermission(permissions, 'ViewChannel') && hasPermission(permissions, 'ReadMessageHistory'))
  );
}

function matcher(
  channelId: string,
  { authorId, contains }: PurgeFilter,
): (message: APIMessage) => boolean {
  const words = contains === null ? null : folded(contains);
  return (message) =>
    // The first message of a forum post stays: without it, the post is empty.
    message.id !== channelId &&
    !UNDELETABLE.has(message.type) &&
    (authorId === null || message.author.id === authorId) &&
    (words === null || folded(textOf(message)).includes(words));
}

function purgeMessageOf(message: APIMessage, now: number): PurgeMessage {
  const { id, author } = message;
  return {
    id,
    authorId: author.id,
    authorName: author.username,
    text: textOf(message),
    isOld: isTooOldForBulk(id, now),
  };
}

/** All text that can be read in a message, even if parts of it are malformed. */
function textOf(message: APIMessage): string {
  return partsOf(message, null, () => {})
    .map(({ text }) => text)
    .join('\n');
}

function folded(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
