import { channelMention, messageLink, userMention, type APIEmbed } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { refOf, type EventContent } from '../../moderation/events.ts';
import { defuse, spoiler, truncate } from '../sanitize.ts';

const PURPLE = 0x9b59b6;
const FIELD_LENGTH = 1024;
const TEXT_LENGTH = 1800;
const KEYWORD_LENGTH = 200;
/** The length of an event's short name in a footer. */
export const REF_LENGTH = 12;

type KeywordContent = Extract<EventContent, { kind: 'keyword' }>;

/** Identifies the post about an event, so that it is found again. */
export function keywordFooter(t: Translate, eventId: string): string {
  return t('keyword-alerts:alert.footer', { ref: refOf(eventId).slice(0, REF_LENGTH) });
}

/** The post about one keyword hit. `isForeign`: the bot is not in the event's guild. */
export function keywordEmbed(
  t: Translate,
  {
    id,
    keywords,
    content,
    isForeign,
  }: {
    id: string;
    /** All that were found in the message. */
    keywords: readonly string[];
    content: KeywordContent;
    isForeign: boolean;
  },
): APIEmbed {
  const { at, text } = content;
  const nothingVisible = t('keyword-alerts:alert.nothingVisible');
  const shown = keywords.map((keyword) => defuse(keyword, KEYWORD_LENGTH) || nothingVisible);
  const quote = text === null ? null : defuse(text, TEXT_LENGTH);
  return {
    color: PURPLE,
    title: t('keyword-alerts:alert.title'),
    description:
      quote === null
        ? t('keyword-alerts:alert.noText')
        : quote === ''
          ? nothingVisible
          : spoiler(quote),
    fields: [
      {
        name: t('keyword-alerts:alert.keyword'),
        value: truncate(shown.join('\n'), FIELD_LENGTH) || nothingVisible,
      },
      {
        name: t('keyword-alerts:alert.where'),
        value: [placeOf(t, content), ...(isForeign ? [originOf(t, content)] : [])].join('\n'),
      },
    ],
    footer: { text: keywordFooter(t, id) },
    timestamp: new Date(at).toISOString(),
  };
}

function placeOf(t: Translate, { place }: KeywordContent): string {
  if (place === null) return t('keyword-alerts:alert.unknownPlace');
  return t('keyword-alerts:alert.place', {
    author: userMention(place.authorId),
    channel: channelMention(place.channelId),
    link: linkTo(place),
  });
}

function originOf(t: Translate, { guildId }: KeywordContent): string {
  return guildId === null
    ? t('keyword-alerts:alert.noServer')
    : t('keyword-alerts:alert.foreignServer', { id: guildId });
}

export function linkTo(place: { guildId: string; channelId: string; messageId: string }): string {
  return messageLink(place.channelId, place.messageId, place.guildId);
}
