import { channelMention, messageLink, userMention, type APIEmbed } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { refOf, type EventContent } from '../../domain/events.ts';
import type { AuthorHistory } from '../../domain/figures/author-history.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { historyText } from '../alerts/author-history.ts';
import { small } from '../alerts/alert-embed.ts';
import { capitalize, keywordsText, quoteOf } from '../alerts/case-parts.ts';

const PURPLE = 0x9b59b6;
const TEXT_LENGTH = 400;
/** The length of an event's short name in a footer. */
export const REF_LENGTH = 12;

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;

/** Identifies the post about an event that has no buttons, so that it is found again. */
export function keywordFooter(t: Translate, eventId: string): string {
  return t('keyword-alerts:alert.footer', { ref: refOf(eventId).slice(0, REF_LENGTH) });
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
    ...(hasButtons(hit) ? {} : { footer: { text: keywordFooter(t, id) } }),
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
