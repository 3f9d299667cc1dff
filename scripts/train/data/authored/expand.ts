import { createRandom, type Random } from '../../random.ts';
import type { Example } from '../example.ts';
import { asChat } from './chat-style.ts';
import type { Families } from './families.ts';
import { KINDS } from './kinds.ts';
import type { Kind } from './kinds/kind.ts';
import { slots } from './slots.ts';
import { unveil } from './unveil.ts';

/** One in this many templates of a family is held out entirely, to measure generalisation beyond templates. */
const HOLDOUT_INTERVAL = 6;

/**
 * Groups of templates that count more, because the datasets have few such texts: attacks on groups, defensive replies, politics.
 */
const HEAD_WEIGHTS = { identityHate: 3.5, defensive: 3, political: 2 };

const CHOICE = /\{([^{}]*)\}/;
const SLOT = /\[([A-Z]+)\]/;

/** Stand-ins for characters of code that have another meaning in templates. */
const CODE_SIGNS: Readonly<Record<string, string>> = { '«': '{', '»': '}', '¦': '|' };

/** Expands a template: makes random choices and fills slots, innermost first. */
function fill(template: string, random: Random): string {
  let text = unveil(template);
  for (;;) {
    const slot = SLOT.exec(text);
    const name = slot?.[1];
    if (slot === null || name === undefined) break;
    const fillers = slots.get(name);
    if (fillers === undefined) throw new RangeError(`no fillers for the slot ${name}`);
    text =
      text.slice(0, slot.index) + random.pick(fillers) + text.slice(slot.index + slot[0].length);
  }
  for (;;) {
    const choice = CHOICE.exec(text);
    if (choice === null) break;
    const picked = random.pick((choice[1] ?? '').split('|'));
    text = text.slice(0, choice.index) + picked + text.slice(choice.index + choice[0].length);
  }
  return text
    .replace(/\s+/g, ' ')
    .replace(/ ([,.?!])/g, '$1')
    .replace(/[«»¦]/g, (sign) => CODE_SIGNS[sign] ?? sign)
    .trim();
}

function decorate(text: string, random: Random): string {
  const ending = random.next();
  const ended = /[.?!]$/.test(text) ? text : text + (ending < 0.4 ? '.' : ending < 0.55 ? '!' : '');
  return random.next() < 0.5 ? ended.charAt(0).toUpperCase() + ended.slice(1) : ended;
}

function inStyle(text: string, style: Kind['style'], random: Random): string {
  switch (style) {
    case 'chat':
      return asChat(text, random);
    case 'code':
      return text;
    case undefined:
      return decorate(text, random);
  }
}

interface Template {
  template: string;
  /** Null if single texts are held out instead of whole templates. */
  family: string | null;
  /** Index of the family among the families of its kind. */
  familyIndex: number;
}

const isList = (templates: Families | readonly string[]): templates is readonly string[] =>
  Array.isArray(templates);

function templatesOf(templates: Families | readonly string[]): Template[] {
  if (isList(templates)) {
    return templates.map((template) => ({ template, family: null, familyIndex: 0 }));
  }
  return Object.entries(templates).flatMap(([family, own], familyIndex) =>
    own.map((template) => ({ template, family, familyIndex })),
  );
}

/** Generates this project's own texts from templates. Equal seeds give equal texts. */
export function authoredExamples(seed: number, sizeFactor = 1): Example[] {
  const random = createRandom(seed);
  return KINDS.flatMap(({ name, templates, labels, categories, style, texts, holdout, weight }) =>
    templatesOf(templates).flatMap(({ template, family, familyIndex }, index) => {
      const place = holdout === 'families' ? familyIndex : index;
      const made = new Set<string>();
      for (let count = 0; count < texts * sizeFactor; count += 1) {
        const filled = fill(template, random);
        made.add(inStyle(filled, style, random));
      }
      return [...made].map((text) => ({
        text,
        source: `authored ${name}`,
        labels,
        ...(categories === undefined ? {} : { categories }),
        weight,
        headWeights: HEAD_WEIGHTS,
        ...(family === null
          ? { group: text }
          : {
              group: template,
              family,
              isHoldout: holdout !== 'nothing' && place % HOLDOUT_INTERVAL === HOLDOUT_INTERVAL - 1,
            }),
      }));
    }),
  );
}
