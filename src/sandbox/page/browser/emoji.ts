import { html } from 'lit';

/** Symbols that are text by default, such as ©, stay text. */
const EMOJI = new RegExp(String.raw`\p{RGI_Emoji}|(?![©®™])\p{Extended_Pictographic}\uFE0F?`, 'gv');

/** Replaces emoji with Twemoji images, as Discord does on every platform. */
export function withEmoji(text: string): unknown {
  const parts: unknown[] = [];
  let end = 0;
  for (const { 0: emoji, index } of text.matchAll(EMOJI)) {
    if (index > end) parts.push(text.slice(end, index));
    parts.push(
      html`<img class="emoji" src=${`emoji/${fileOf(emoji)}`} alt=${emoji} draggable="false" />`,
    );
    end = index + emoji.length;
  }
  if (end === 0) return text;
  return end < text.length ? [...parts, text.slice(end)] : parts;
}

/** Twemoji's file names are the code points, without the variation selector unless it joins several. */
function fileOf(emoji: string): string {
  const points = Array.from(emoji, (character) => character.codePointAt(0)?.toString(16) ?? '');
  const isJoined = points.includes('200d');
  return `${points.filter((point) => isJoined || point !== 'fe0f').join('-')}.svg`;
}
