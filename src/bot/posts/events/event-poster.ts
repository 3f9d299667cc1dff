import {
  RESTJSONErrorCodes as Codes,
  type APIEmbed,
  type APIMessage,
  type Client,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import {
  FALLBACK_KEY,
  refOf,
  type Channel,
  type EventContent,
  type EventPoster,
  type PostResult,
} from '../../domain/events.ts';
import type { Policies } from '../../domain/ports.ts';
import type { TaggingPlaces } from '../../domain/tagging.ts';
import { hitButtons } from '../alerts/alert-buttons.ts';
import type { EventTargets } from './event-targets.ts';
import { botRoleName } from '../../access/action-context.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { buttonIds, findPost, hasFooter } from '../../rest/find-post.ts';
import { historyUntil, type CaseHistory } from '../alerts/author-history.ts';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { hasButtons, keywordEmbed, keywordFooter } from './keyword-alert.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { keywordPing, rendererIn } from './channel-text.ts';
import { partsOf } from '../../gateway/messages/message-text.ts';
import { explainRefusal } from '../../acting/actions/explain-api-error.ts';
import { editMessage, getMessage, postMessage } from '../../rest/rest.ts';
import { taggingEmbed, taggingFooter } from './tagging-post.ts';

/** Codes that mean that the channel is gone or closed to the bot. Others are about the post. */
const CHANNEL_UNUSABLE: ReadonlySet<number> = new Set([
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
  cases: CaseHistory;
}): EventPoster {
  const { client, targets, policies, places, cases } = deps;
  const { rest } = client;

  async function attempt(target: Channel, run: () => Promise<APIMessage>): Promise<PostResult> {
    try {
      return { kind: 'posted', messageId: (await run()).id };
    } catch (error) {
      const failure = classifyError(error);
      if (failure.kind === 'unavailable') return failure;
      const channel = client.channels.cache.get(target.channelId);
      const inGuild = channel === undefined || channel.isDMBased() ? null : channel;
      const explained = explainRefusal(failure, {
        effect: 'alert',
        permission: 'SendMessages',
        botRole: inGuild === null ? '' : botRoleName(inGuild.guild),
        channel: inGuild?.name ?? target.channelId,
      });
      return CHANNEL_UNUSABLE.has(failure.code)
        ? { kind: 'unusable', ...explained }
        : { kind: 'failed', reason: explained.reason };
    }
  }

  /** Like `attempt`, for a post that somebody may have deleted. */
  async function attemptEdit(
    target: Channel,
    run: () => Promise<APIMessage>,
  ): Promise<PostResult | { readonly kind: 'gone' }> {
    let isGone = false;
    const result = await attempt(target, async () => {
      try {
        return await run();
      } catch (error) {
        const failure = classifyError(error);
        isGone = failure.kind === 'refused' && failure.code === UNKNOWN_MESSAGE;
        throw error;
      }
    });
    return isGone ? { kind: 'gone' } : result;
  }

  const rendererFor = ({ channelId }: { readonly channelId: string }): Promise<Renderer> =>
    rendererIn(client, policies, channelId);

  /** Whether a spoiler hides what members wrote. */
  async function hidesTexts({ key }: Channel): Promise<boolean> {
    return key === FALLBACK_KEY || (await policies.get(key)).alerts.spoiler;
  }

  /** The message's current text; null if it is gone, or not in the guild that the event names. */
  async function textOnDiscord({ place }: KeywordContent): Promise<string | null> {
    if (place === null) return null;
    const channel = client.channels.cache.get(place.channelId);
    // An event must not make the bot quote another guild's messages.
    if (channel === undefined || channel.isDMBased() || channel.guildId !== place.guildId) {
      return null;
    }
    try {
      const message = await getMessage(rest, place.channelId, place.messageId);
      const parts = partsOf(message, null, () => undefined);
      return parts.map(({ text }) => text).join('\n');
    } catch (error) {
      if (classifyError(error).kind === 'refused') return null;
      throw error;
    }
  }

  /** What the author has on record in the server of the message. */
  async function historyFor({ place, at }: KeywordContent): Promise<AuthorHistory | null> {
    return place === null ? null : historyUntil(cases, place, at);
  }

  async function keywordBody(
    id: string,
    content: KeywordContent,
    { target, renderer }: { target: Channel; renderer: Renderer },
  ): Promise<RESTPostAPIChannelMessageJSONBody> {
    const text = content.text ?? (await textOnDiscord(content));
    const hit = {
      id,
      keywords: [content.keyword],
      content: { ...content, text },
      isForeign: target.key === FALLBACK_KEY,
      isHidden: await hidesTexts(target),
      history: await historyFor(content),
    };
    return {
      embeds: [keywordEmbed(renderer, hit)],
      ...(hasButtons(hit) ? { components: hitButtons(renderer.t, id) } : {}),
    };
  }

  async function taggingBody(
    id: string,
    content: Extract<EventContent, { kind: 'tagging' }>,
    t: Translate,
  ): Promise<{ embeds: APIEmbed[] }> {
    const place = await places.placeOf(content.convoId);
    return { embeds: [taggingEmbed(t, { id, content, userId: place?.userId ?? null })] };
  }

  return {
    targetOf: targets.of,

    post: ({ id, content, target }) =>
      attempt(target, async () => {
        const renderer = await rendererFor(target);
        const isKeyword = content.kind === 'keyword';
        const body = isKeyword
          ? await keywordBody(id, content, { target, renderer })
          : await taggingBody(id, content, renderer.t);
        return postMessage(rest, target.channelId, {
          ...(isKeyword ? await keywordPing(policies, target) : {}),
          ...body,
          nonce: `k${refOf(`${id} ${target.channelId}`)}`,
          enforce_nonce: true,
        });
      }),

    async find({ id, content, postAttempt: { channelId, at } }) {
      const { t } = await rendererFor({ channelId });
      const footer = content.kind === 'keyword' ? keywordFooter(t, id) : taggingFooter(t, id);
      const isWanted = (message: APIMessage): boolean =>
        hasFooter(footer)(message) ||
        buttonIds(message).some((customId) => customId.startsWith(`hit:${id}:`));
      try {
        const posted = await findPost(client, channelId, { isWanted, sinceMs: at });
        return posted === null ? 'absent' : { messageId: posted.id };
      } catch (error) {
        // Without the channel, there is no post.
        return classifyError(error).kind === 'refused' ? 'absent' : 'unknown';
      }
    },

    async edit({ eventId, keywords, alert }, content) {
      if (content.kind !== 'keyword' || content.place === null) return { kind: 'gone' };
      const { guildId } = content.place;
      const target = { kind: 'channel', key: guildId, digestKey: guildId, ...alert } as const;
      const renderer = await rendererFor(alert);
      return attemptEdit(target, async () => {
        const text = content.text ?? (await textOnDiscord(content));
        const hit = {
          id: eventId,
          keywords,
          content: { ...content, text },
          isForeign: false,
          isHidden: await hidesTexts(target),
          history: await historyFor(content),
        };
        return editMessage(rest, alert, { embeds: [keywordEmbed(renderer, hit)] });
      });
    },
  };
}
