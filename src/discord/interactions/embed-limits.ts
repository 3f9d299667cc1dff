import type { APIEmbed, APIEmbedField } from 'discord.js';
import { truncate } from '../text.ts';

/* Discord's limits of embeds (documentation: Embed Limits), in UTF-16 units. */

const EMBEDS = 10;
const TITLE = 256;
const DESCRIPTION = 4096;
const FIELDS = 25;
const FIELD_NAME = 256;
const FIELD_VALUE = 1024;
const FOOTER = 2048;
const AUTHOR = 256;
/** All texts of all embeds of a message together. */
const TOTAL = 6000;

/** Discord wants names and values; this one is drawn as nothing. */
const NOTHING = '\u200B';

/** Embeds that Discord takes: what is too long is cut, from the end on; empty ones are left out. */
export function fitEmbeds(embeds: readonly APIEmbed[]): APIEmbed[] {
  const budget = { left: TOTAL };
  return embeds
    .filter(isSomething)
    .slice(0, EMBEDS)
    .map((embed) => fitEmbed(embed, budget))
    .filter(isSomething);
}

interface Budget {
  left: number;
}

/** As much of a text as there is room for. */
function take(text: string, limit: number, budget: Budget): string {
  const room = Math.min(limit, budget.left);
  const taken = room === 0 ? '' : truncate(text, room);
  budget.left -= taken.length;
  return taken;
}

function fitEmbed(embed: APIEmbed, budget: Budget): APIEmbed {
  const { title = '', description = '', fields = [], footer, author, ...rest } = embed;
  // What is short and says what it is about comes before what is long.
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
    const name = take(orNothing(field.name), FIELD_NAME, budget);
    const value = take(orNothing(field.value), FIELD_VALUE, budget);
    if (value === '') break;
    kept.push({ ...field, name, value });
  }
  return kept;
}

const orNothing = (text: string): string => (text.trim() === '' ? NOTHING : text);

function isSomething({ title, description, fields, image, thumbnail, author, footer }: APIEmbed) {
  const texts = [title, description, author?.name, footer?.text].join('').trim();
  return texts !== '' || (fields?.length ?? 0) > 0 || (image ?? thumbnail) !== undefined;
}
