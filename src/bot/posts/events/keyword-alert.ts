import { channelMention, messageLink, userMention, type APIEmbed, type Client } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { FALLBACK_KEY, refOf, type Channel, type KeywordContent } from '../../domain/events.ts';
import type { Policies } from '../../domain/ports.ts';
import { partsOf } from '../../gateway/messages/message-text.ts';
import type { PostBody } from '../../outbox/post-kind.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { getMessage } from '../../rest/rest.ts';
import { hitButtons } from '../alerts/alert-buttons.ts';
import { keywordPing, rendererIn } from './channel-text.ts';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { historyText, historyUntil, type CaseHistory } from '../alerts/author-history.ts';
import { small } from '../alerts/alert-embed.ts';
import { capitalize, keywordsText, quoteOf } from '../alerts/case-parts.ts';

const PURPLE = 0x9b59b6;
const TEXT_LENGTH = 400;
/** The length of an event's short name in a footer. */
export const REF_LENGTH = 12;

/** Identifies the post about an event that has no buttons, so that it is found again. */
export function keywordRef(eventId: string): string {
  return refOf(eventId).slice(0, REF_LENGTH);
}

export interface KeywordHitView {
  readonly id: string;
  /** All that were found in the message. */
  readonly keywords: readonly string[];
  readonly content: KeywordContent;
  /** The bot is not in the event's guild. */
  readonly isForeign: boolean;
  /** Whether a spoiler hides the text. */
  readonly isHidden: boolean;
  /** The author's; null: it is not known who that is. */
  readonly history: AuthorHistory | null;
}

/** The post about one keyword hit. It looks like an alert, and becomes one when a moderator acts on it. */
export function keywordEmbed(renderer: Renderer, hit: KeywordHitView): APIEmbed {
  const { t } = renderer;
  const { id, keywords, content, isForeign, isHidden, history } = hit;
  const { at, text, place } = content;
  const head = `**${capitalize(keywordsText(t, keywords))}**`;
  const lines = [
    place === null ? head : `${head} · ${whereOf(t, place)}`,
    text === null
      ? t('keyword-alerts:alert.noText')
      : quoteOf(t, text, { maxLength: TEXT_LENGTH, isHidden }),
    small([
      history === null || isForeign ? null : historyText(renderer, history),
      place === null
        ? t('keyword-alerts:alert.unknownPlace')
        : `[${t('alerts:facts.message')}](${linkTo(place)})`,
      timestamp(at, 'R'),
    ]),
    ...(isForeign ? [small([originOf(t, content)])] : []),
  ];
  return {
    color: PURPLE,
    description: lines.join('\n'),
    ...(hasButtons(hit)
      ? {}
      : { footer: { text: t('keyword-alerts:alert.footer', { ref: keywordRef(id) }) } }),
  };
}

/** The buttons act in the guild of the message, for its moderators. */
export function hasButtons({ content, isForeign }: KeywordHitView): boolean {
  return !isForeign && content.place !== null;
}

type Place = NonNullable<KeywordContent['place']>;

function whereOf(t: Translate, { authorId, channelId }: Place): string {
  return t('alerts:where', { author: userMention(authorId), channel: channelMention(channelId) });
}

function originOf(t: Translate, { guildId }: KeywordContent): string {
  return guildId === null
    ? t('keyword-alerts:alert.noServer')
    : t('keyword-alerts:alert.foreignServer', { id: guildId });
}

export function linkTo(place: { guildId: string; channelId: string; messageId: string }): string {
  return messageLink(place.channelId, place.messageId, place.guildId);
}

/** A keyword alert, with what Discord and the state say about its message now. */
export type KeywordBody = (
  hit: {
    readonly id: string;
    readonly keywords: readonly string[];
    readonly content: KeywordContent;
  },
  channel: Pick<Channel, 'key' | 'channelId'>,
) => Promise<PostBody>;

export function createKeywordBody(deps: {
  readonly client: Client;
  readonly policies: Pick<Policies, 'get'>;
  readonly cases: CaseHistory;
}): KeywordBody {
  const { client, policies, cases } = deps;

  /** The message's current text; null if it is gone, or not in the guild that the event names. */
  async function textOnDiscord({ place }: KeywordContent): Promise<string | null> {
    if (place === null) return null;
    const channel = client.channels.cache.get(place.channelId);
    // An event must not make the bot quote another guild's messages.
    if (channel === undefined || channel.isDMBased() || channel.guildId !== place.guildId) {
      return null;
    }
    try {
      const message = await getMessage(client.rest, place.channelId, place.messageId);
      const parts = partsOf(message, null, () => undefined);
      return parts.map(({ text }) => text).join('\n');
    } catch (error) {
      if (classifyError(error).kind === 'refused') return null;
      throw error;
    }
  }

  return async ({ id, keywords, content }, channel) => {
    const { place, at } = content;
    const isForeign = channel.key === FALLBACK_KEY;
    const renderer = await rendererIn(client, policies, channel.channelId);
    const view = {
      id,
      keywords,
      content: { ...content, text: content.text ?? (await textOnDiscord(content)) },
      isForeign,
      isHidden: isForeign || (await policies.get(channel.key)).alerts.spoiler,
      history: place === null ? null : await historyUntil(cases, place, at),
    };
    return {
      ...(await keywordPing(policies, channel)),
      embeds: [keywordEmbed(renderer, view)],
      ...(hasButtons(view) ? { components: hitButtons(renderer.t, id) } : {}),
    };
  };
}
