import { join } from 'node:path';
import { CATEGORIES, type Category } from '../../../src/service/engine/categories.ts';
import { hashText, spread } from '../../../src/service/engine/normalise/hash.ts';
import type { CategoryLabels, Example } from '../data/example.ts';
import { groupNearDuplicates } from '../data/near-duplicates.ts';
import { readTable } from '../data/table.ts';

/*
 * The datasets' labels as labels of categories. No dataset has labels for these categories, but each shows at least what its
 * texts are not. The templates have labels of their own.
 */

const PLAIN = { delimiter: '\t', quoted: false };
const SEVERE = CATEGORIES.filter((category) => category !== 'insult' && category !== 'vulgarity');

const all = (categories: readonly Category[], value: number): CategoryLabels =>
  Object.fromEntries(categories.map((category) => [category, value]));
const HARMLESS = all(CATEGORIES, 0);
/** Leaves insults and vulgarity unlabelled. */
const NOT_SEVERE = all(SEVERE, 0);
/** Scams, doxxing and encouragement of self-harm hardly occur in datasets of hate. */
const ONLY_HATEFUL = all(['selfHarm', 'sexualHarassment', 'doxxing', 'scam'], 0);

const without = (labels: CategoryLabels, ...categories: Category[]): CategoryLabels =>
  Object.fromEntries(
    Object.entries(labels).filter(([name]) => !categories.some((category) => category === name)),
  );

/** The categories of a text in a dataset, derived from the dataset's own labels. */
function categoriesOf({ source, labels }: Example): CategoryLabels | null {
  const { toxicity = null, identityHate = null } = labels;
  switch (source) {
    case 'goemotions':
      return toxicity === null ? NOT_SEVERE : HARMLESS;
    case 'davidson':
      if (toxicity === 0) return HARMLESS;
      if (identityHate === 0) return { ...ONLY_HATEFUL, threat: 0, groupAttack: 0, extremism: 0 };
      return null;
    case 'gab':
    case 'implicit':
    case 'stormfront':
      if (toxicity === 0) return HARMLESS;
      if (identityHate === 0) return without(NOT_SEVERE, 'targetedSlur');
      return { ...ONLY_HATEFUL, groupAttack: source === 'implicit' ? (identityHate ?? 0) : 1 };
    case 'paradetox':
      return toxicity !== null && toxicity < 0.5 ? HARMLESS : { ...ONLY_HATEFUL };
    default:
      return null;
  }
}

/** Weights of the datasets' texts, whose labels are weaker evidence than the templates'. */
const WEIGHTS: Readonly<Record<string, number>> = {
  goemotions: 1,
  davidson: 0.5,
  gab: 0.6,
  implicit: 0.3,
  stormfront: 0.6,
  paradetox: 0.7,
  // Few texts, but the only ones addressed to somebody who answers.
  convabuse: 2,
};

export function withDatasetCategories(example: Example): Example {
  if (example.categories !== undefined) return example;
  const categories = categoriesOf(example);
  if (categories === null) return example;
  return {
    ...example,
    categories,
    weight: WEIGHTS[example.source] ?? 1,
  };
}

interface Rated {
  toxic: boolean;
  hate: boolean;
}

/** Sets with one text per line, like the second part of the data: language, toxic, hate, text. */
const SETS: Readonly<Record<string, (rated: Rated) => CategoryLabels | null>> = {
  hatemoji_build: ({ hate }) =>
    hate ? { ...ONLY_HATEFUL, groupAttack: 1 } : without(HARMLESS, 'insult'),
  convabuse: ({ toxic }) =>
    toxic ? { threat: 0, selfHarm: 0, groupAttack: 0, doxxing: 0, scam: 0, insult: 1 } : HARMLESS,
  tatoeba: () => HARMLESS,
  common_voice: () => HARMLESS,
  xpersona: () => HARMLESS,
  ud_informal: () => HARMLESS,
  chatterbot: () => HARMLESS,
};

/** Sets of pairs that differ in a word or an emoji, and in their label. Both texts of a pair are held out together. */
const PAIRED: ReadonlySet<string> = new Set(['hatemoji_build']);

/** Sets of harmless texts in many languages. */
const FOREIGN = ['tatoeba', 'common_voice', 'nusax', 'stif_indonesia', 'afrisenti_positive'];
const LATIN = /^[\u0020-\u024f\u1e00-\u1eff\u2010-\u2026]*$/;
/** Approximate number of texts that are read per language, but at most half of them and at least a ninth. */
const FOREIGN_TEXTS = 250;
const FOREIGN_INTERVAL = { least: 2, most: 9 };

/** Reads harmless texts in other languages with Latin letters, so that their words aren't mistaken for English ones. */
function readForeignTexts(folder: string): Example[] {
  const rows = FOREIGN.flatMap((source) =>
    readTable(join(folder, source, 'train.tsv'), PLAIN).filter(
      ([language, toxic, , text = '']) => language !== 'en' && toxic !== '1' && LATIN.test(text),
    ),
  );
  const counts = new Map<string, number>();
  for (const [language = ''] of rows) counts.set(language, (counts.get(language) ?? 0) + 1);
  const { least, most } = FOREIGN_INTERVAL;
  return rows
    .filter(([language = '', , , text = '']) => {
      const interval = Math.round((counts.get(language) ?? 0) / FOREIGN_TEXTS);
      return spread(hashText(text)) % Math.min(most, Math.max(least, interval)) === 0;
    })
    .map(([, , , text = '']) => ({
      text,
      source: 'foreign',
      labels: {},
      group: text,
      weight: 0.5,
      categories: HARMLESS,
    }));
}

export function readCategorySets(folder: string): Example[] {
  const texts = Object.entries(SETS).flatMap(([source, rate]) => {
    const rows = readTable(join(folder, source, 'train.tsv'), PLAIN);
    const groups = PAIRED.has(source)
      ? groupNearDuplicates(rows.map(([, , , text = '']) => text))
      : null;
    return rows.flatMap(([language, toxic, hate, text = ''], row): Example[] => {
      if (language !== 'en') return [];
      const categories = rate({ toxic: toxic === '1', hate: hate === '1' });
      if (categories === null) return [];
      return [
        {
          text,
          source,
          labels: {},
          group: groups?.[row] ?? text,
          weight: WEIGHTS[source] ?? 1,
          categories,
        },
      ];
    });
  });
  const messages = readTable(join(folder, 'sms_spam/train.tsv'), PLAIN).map(
    ([, spam, text = '']): Example => ({
      text,
      source: 'sms_spam',
      labels: {},
      group: text,
      weight: 1,
      categories: { ...HARMLESS, scam: spam === '1' ? 1 : 0 },
    }),
  );
  return [...texts, ...readForeignTexts(folder), ...messages];
}
