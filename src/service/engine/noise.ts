/** Stands for a mention in what `withoutNoise` returns. Of the private use area, so no text means anything by it. */
export const MENTION_MARK = '\uE000';

const ANY_MENTION_MARK = /\uE000/g;
const MENTION = /<@!?\d{1,20}>/g;
/** Roles, channels, custom emoji, timestamps, slash command links (Discord, "Message Formatting"). Bounded, so linear. */
const MARKUP =
  /<@&\d{1,20}>|<#\d{1,20}>|<a?:\w{1,32}:\d{1,20}>|<t:-?\d{1,16}(?::\w)?>|<\/[^:>\n]{1,100}:\d{1,20}>/g;
const URL = /\bhttps?:\/\/\S+/gi;
/** Without its apostrophe it would be a profane word; every other contraction is harmless so. */
const WHO_ARE = /\bwho['’]re\b/gi;
/** Bars of a spoiler, strikethrough, underline: formatting, not letters. */
const FORMATTING = /\|\||~~|__/g;

/** The sample without what Discord adds to text; a mentioned member stays, as `MENTION_MARK`. */
export function withoutNoise(sample: string): string {
  return sample
    .replace(ANY_MENTION_MARK, '')
    .replace(MENTION, ` ${MENTION_MARK} `)
    .replace(MARKUP, ' ')
    .replace(URL, ' ')
    .replace(WHO_ARE, 'who are')
    .replace(FORMATTING, '-');
}
