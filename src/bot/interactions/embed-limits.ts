import type { APIEmbed, APIEmbedField } from 'discord.js';
import { truncate } from '../rendering/sanitize.ts';

/* Discord's limits for embeds (documentation: Embed Limits), in UTF-16 units. */

const EMBEDS = 10;
const TITLE = 256;
const DESCRIPTION = 4096;
const FIELDS = 25;
const FIELD_NAME = 256;
const FIELD_VALUE = 1024;
const FOOTER = 2048;
const AUTHOR = 256;
/** For all texts of a message's embeds together. */
const TOTAL = 6000;

/** Discord requires names and values; this one is invisible. */
const INVISIBLE = '\u200B';

/** Embeds that Discord accepts: long texts are cut, starting from the end, and empty embeds are left out. */
export function fitEmbeds(embeds: readonly APIEmbed[]): APIEmbed[] {
  const budget = { left: TOTAL };
  return embeds
    .filter(hasContent)
    .slice(0, EMBEDS)
    .map((embed) => fitEmbed(embed, budget))
    .filter(hasContent);
}

interface Budget {
  left: number;
}

/** The start of the text that fits. */
function take(text: string, limit: number, budget: Budget): string {
  const room = Math.min(limit, budget.left);
  const taken = room === 0 ? '' : truncate(text, room);
  budget.left -= taken.length;
  return taken;
}

function fitEmbed(embed: APIEmbed, budget: Budget): APIEmbed {
  const { title = '', description = '', fields = [], footer, author, ...rest } = embed;
  // In this order, because short texts that name the subject take precedence over long ones.
  const fitted = {
    title: take(title, TITLE, budget),
    author: author === undefined ? '' : take(author.name, AUTHOR, budget),
    footer: footer === undefined ? '' : take(footer.text, FOOTER, budget),
    description: take(description, DESCRIPTION, budget),
  };
  const shownFields = fitFields(fields, budget);
  return {
    ...rest,
    ...(fitted.title === '' ? {} : { title: fitted.title }),
    ...(author === undefined || fitted.author === ''
      ? {}
      : { author: { ...author, name: fitted.author } }),
    ...(footer === undefined || fitted.footer === ''
      ? {}
      : { footer: { ...footer, text: fitted.footer } }),
    ...(fitted.description === '' ? {} : { description: fitted.description }),
    ...(shownFields.length === 0 ? {} : { fields: shownFields }),
  };
}

function fitFields(fields: readonly APIEmbedField[], budget: Budget): APIEmbedField[] {
  const kept: APIEmbedField[] = [];
  for (const field of fields.slice(0, FIELDS)) {
    const name = take(orInvisible(field.name), FIELD_NAME, budget);
    const value = take(orInvisible(field.value), FIELD_VALUE, budget);
    if (value === '') break;
    kept.push({ ...field, name, value });
  }
  return kept;
}

const orInvisible = (text: string): string => (text.trim() === '' ? INVISIBLE : text);

function hasContent({ title, description, fields, image, thumbnail, author, footer }: APIEmbed) {
  const texts = [title, description, author?.name, footer?.text].join('').trim();
  return texts !== '' || (fields?.length ?? 0) > 0 || (image ?? thumbnail) !== undefined;
}
