import {
  RESTJSONErrorCodes as Codes,
  type APIEmbed,
  type APIMessage,
  type Client,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Digest } from '../moderation/digest.ts';
import {
  FALLBACK_KEY,
  refOf,
  type Channel,
  type EventContent,
  type EventPoster,
  type PostResult,
} from '../moderation/events.ts';
import type { Policies, TaggingPlaces } from '../moderation/ports.ts';
import { hitButtons } from './alert-buttons.ts';
import type { EventTargets } from './event-targets.ts';
import { botRoleName } from './facts.ts';
import { failureOf } from './failure.ts';
import { findPost } from './find-post.ts';
import { digestEmbed, digestFooter, keywordEmbed, keywordFooter } from './keyword-alert.ts';
import { partsOf } from './message-text.ts';
import { explain } from './refusals.ts';
import { editMessage, getMessage, postMessage } from './rest.ts';
import { taggingEmbed, taggingFooter } from './tagging-post.ts';

/** What a channel that was deleted or closed to the bot answers. Anything else that is refused lies with the post. */
const CHANNEL_AT_FAULT: ReadonlySet<number> = new Set([
  Codes.UnknownChannel,
  Codes.UnknownGuild,
  Codes.MissingAccess,
  Codes.MissingPermissions,
  Codes.InvalidActionOnArchivedThread,
  Codes.CannotSendMessagesInNonTextChannel,
]);

const UNKNOWN_MESSAGE: number = Codes.UnknownMessage;

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;

export function createEventPoster(deps: {
  client: Client;
  targets: EventTargets;
  policies: Pick<Policies, 'get'>;
  places: TaggingPlaces;
}): EventPoster {
  const { client, targets, policies, places } = deps;
  const { rest } = client;

  async function attempt(target: Channel, run: () => Promise<APIMessage>): Promise<PostResult> {
    try {
      return { kind: 'posted', messageId: (await run()).id };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'unavailable') return failure;
      const channel = client.channels.cache.get(target.channelId);
      const inGuild = channel === undefined || channel.isDMBased() ? null : channel;
      const explained = explain(failure, {
        effect: 'alert',
        permission: 'SendMessages',
        botRole: inGuild === null ? '' : botRoleName(inGuild.guild),
        channel: inGuild?.name ?? target.channelId,
      });
      return CHANNEL_AT_FAULT.has(failure.code)
        ? { kind: 'unusable', ...explained }
        : { kind: 'failed', reason: explained.reason };
    }
  }

  /** The role a keyword alert pings, in the guild that has set it. */
  async function roleFor({ key }: Channel): Promise<string | null> {
    return key === FALLBACK_KEY ? null : (await policies.get(key)).keywords.roleId;
  }

  /** The message as it stands on Discord; null when it is gone, or not in the guild the event names. */
  async function textOnDiscord({ place }: KeywordContent): Promise<string | null> {
    if (place === null) return null;
    const channel = client.channels.cache.get(place.channelId);
    // Whoever sent the event must not be able to have another guild's messages quoted.
    if (channel === undefined || channel.isDMBased() || channel.guildId !== place.guildId) {
      return null;
    }
    try {
      const message = await getMessage(rest, place.channelId, place.messageId);
      const parts = partsOf(message, null, () => undefined);
      return parts.map(({ text }) => text).join('\n');
    } catch (error) {
      if (failureOf(error).kind === 'refused') return null;
      throw error;
    }
  }

  async function keywordBody(
    id: string,
    content: KeywordContent,
    target: Channel,
  ): Promise<RESTPostAPIChannelMessageJSONBody> {
    const text = content.text ?? (await textOnDiscord(content));
    const isForeign = target.key === FALLBACK_KEY;
    return {
      embeds: [keywordEmbed(id, { ...content, text }, isForeign)],
      // What they do is done in the guild of the message, by its moderators.
      ...(isForeign || content.place === null ? {} : { components: hitButtons(id) }),
    };
  }

  async function taggingBody(
    id: string,
    content: Extract<EventContent, { kind: 'tagging' }>,
  ): Promise<{ embeds: APIEmbed[] }> {
    const place = await places.placeOf(content.convoId);
    return { embeds: [taggingEmbed(id, content, place?.userId ?? null)] };
  }

  async function showAnew(digest: Digest, target: Channel): Promise<APIMessage> {
    const { ref, message } = digest;
    const embeds = [digestEmbed(digest)];
    if (message !== null && message.messageId === null) {
      const footer = digestFooter(digest);
      const posted = await findPost(client, target.channelId, { footer, sinceMs: message.at });
      if (posted !== null) {
        return editMessage(rest, { ...target, messageId: posted.id }, { embeds });
      }
    }
    return postMessage(rest, target.channelId, {
      ...ping(await roleFor(target)),
      embeds,
      nonce: `d${refOf(`${ref} ${message?.at ?? digest.total}`)}`,
      enforce_nonce: true,
    });
  }

  return {
    targetOf: targets.of,
    digestTarget: targets.forKeywords,

    post: ({ id, content, target }) =>
      attempt(target, async () => {
        const isKeyword = content.kind === 'keyword';
        const body = isKeyword
          ? await keywordBody(id, content, target)
          : await taggingBody(id, content);
        return postMessage(rest, target.channelId, {
          ...ping(isKeyword ? await roleFor(target) : null),
          ...body,
          nonce: `k${refOf(`${id} ${target.channelId}`)}`,
          enforce_nonce: true,
        });
      }),

    async find({ id, content, begun: { channelId, at } }) {
      const footer = content.kind === 'keyword' ? keywordFooter(id) : taggingFooter(id);
      try {
        const posted = await findPost(client, channelId, { footer, sinceMs: at });
        return posted === null ? 'absent' : { messageId: posted.id };
      } catch (error) {
        // A channel that is gone or closed took its posts along.
        return failureOf(error).kind === 'refused' ? 'absent' : 'unknown';
      }
    },

    show: (digest, target) =>
      attempt(target, async () => {
        const { message } = digest;
        if (message === null || message.messageId === null) return showAnew(digest, target);
        const { messageId } = message;
        const embeds = [digestEmbed(digest)];
        try {
          return await editMessage(rest, { ...target, messageId }, { embeds });
        } catch (error) {
          const failure = failureOf(error);
          // Somebody deleted it; the counts go on in another one.
          if (failure.kind === 'refused' && failure.code === UNKNOWN_MESSAGE) {
            return showAnew({ ...digest, message: null }, target);
          }
          throw error;
        }
      }),
  };
}

/** Mentions in an embed ping nobody, so the role stands in the text. */
function ping(roleId: string | null): { content?: string; roleId?: string } {
  return roleId === null ? {} : { content: `<@&${roleId}>`, roleId };
}
