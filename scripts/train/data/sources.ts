import { join } from 'node:path';
import type { Example, Labels } from './example.ts';
import { readRecords, readTable } from './table.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
};

function clean(text: string): string {
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_, name: string) => ENTITIES[name] ?? ' ')
    .trim();
}

/** Joins the punctuation that some datasets split off: "don 't", "he 's". */
function untokenise(text: string): string {
  return clean(text)
    .replace(/ ?n ?'t\b/g, "n't")
    .replace(/ '(s|t|re|ve|m|ll|d)\b/g, "'$1")
    .replace(/^"|"$/g, '');
}

const CSV = { delimiter: ',', quoted: true };
const TSV = { delimiter: '\t', quoted: true };
const PLAIN = { delimiter: '\t', quoted: false };

type Row = Omit<Example, 'group' | 'weight'> & { group?: string; weight?: number };
const example = (row: Row): Example => ({ weight: 1, group: row.text, ...row });

/**
 * This dataset was collected by searching for offensive words: five sixths of it are offensive, and much of it is African
 * American English. At full weight, the dialect itself would count as toxic.
 */
const DAVIDSON_WEIGHT = 0.4;

function davidson(folder: string): Example[] {
  return readRecords(join(folder, 'davidson/labeled_data.csv'), CSV).map((row) => {
    const votes = Number(row.get('count'));
    const hate = Number(row.get('hate_speech')) / votes;
    const offensive = Number(row.get('offensive_language')) / votes;
    return example({
      text: clean(row.get('tweet') ?? ''),
      source: 'davidson',
      weight: DAVIDSON_WEIGHT,
      labels: {
        toxicity: hate + offensive,
        identityHate: hate,
        // Texts that are rated offensive but not hateful are mostly curses aimed at nobody.
        ...(hate > 0.5 ? { aggressive: 0.8 } : {}),
        ...(hate + offensive === 0 ? { aggressive: 0 } : {}),
      },
    });
  });
}

function gab(folder: string): Example[] {
  return readRecords(join(folder, 'gab_hate/ghc_train.tsv'), TSV).map((row) => {
    const [dignity, violence, offensive] = ['hd', 'cv', 'vo'].map((name) => row.get(name) === '1');
    const isHate = dignity === true || violence === true;
    const labels: Labels = {
      toxicity: isHate || offensive === true ? 1 : 0,
      identityHate: isHate ? 1 : 0,
      aggressive: violence === true ? 1 : isHate ? 0.7 : offensive === true ? 0.5 : 0,
      ...(isHate || offensive === true ? { sentiment: 0.15 } : {}),
    };
    return example({ text: clean(row.get('text') ?? ''), source: 'gab', labels });
  });
}

function implicitHate(folder: string): Example[] {
  const kinds: Readonly<Record<string, Labels>> = {
    explicit_hate: { toxicity: 1, identityHate: 1, aggressive: 0.8, sentiment: 0.15 },
    implicit_hate: { toxicity: 0.7, identityHate: 0.9 },
    // No toxicity label: many of these texts contain insults.
    not_hate: { identityHate: 0 },
  };
  const path = join(folder, 'implicit_hate/implicit_hate_v1_stg1_posts.tsv');
  return readRecords(path, TSV).flatMap((row) => {
    const labels = kinds[row.get('class') ?? ''];
    // Quotation marks have no meaning in this dataset.
    const text = clean((row.get('post') ?? '').replaceAll('"', ' '));
    return labels === undefined ? [] : [example({ text, source: 'implicit', labels, weight: 0.6 })];
  });
}

function stormfront(folder: string): Example[] {
  return readRecords(join(folder, 'stormfront/data_stormfront_nonHate_hate.tsv'), TSV).map(
    (row) => {
      const isHate = Number(row.get('label'));
      const labels = { toxicity: isHate, identityHate: isHate };
      return example({ text: untokenise(row.get('text') ?? ''), source: 'stormfront', labels });
    },
  );
}

function paradetox(folder: string): Example[] {
  const pairs = readTable(join(folder, 'paradetox/paradetox.tsv'), PLAIN)
    .slice(1)
    .flatMap(([toxic = '', ...neutral]) => [
      example({
        text: untokenise(toxic),
        source: 'paradetox',
        labels: { toxicity: 1, sentiment: 0.2 },
        group: toxic,
      }),
      ...neutral
        .filter((text) => text !== '')
        .slice(0, 2)
        .map((text) =>
          example({
            text: untokenise(text),
            source: 'paradetox',
            labels: { toxicity: 0.05, vulgar: 0 },
            group: toxic,
          }),
        ),
    ]);
  const path = join(folder, 'paradetox/paradetox_cannot_rewrite.tsv');
  const verdicts: Readonly<Record<string, number>> = {
    '{"toxic_content":true}': 1,
    '{"not_toxic":true}': 0.25,
  };
  const others = readRecords(path, TSV).flatMap((row) => {
    const toxicity = verdicts[row.get('OUTPUT:reasons') ?? ''];
    const text = untokenise(row.get('INPUT:toxic_comment') ?? '');
    return toxicity === undefined
      ? []
      : [example({ text, source: 'paradetox2', labels: { toxicity } })];
  });
  return [...pairs, ...others];
}

const POSITIVE = new Set([
  'admiration',
  'amusement',
  'approval',
  'caring',
  'desire',
  'excitement',
  'gratitude',
  'joy',
  'love',
  'optimism',
  'pride',
  'relief',
]);
const NEGATIVE = new Set([
  'anger',
  'annoyance',
  'disappointment',
  'disapproval',
  'disgust',
  'embarrassment',
  'fear',
  'grief',
  'nervousness',
  'remorse',
  'sadness',
]);
const HOSTILE = new Set(['anger', 'annoyance', 'disgust']);
/** "neutral", the last label of the dataset. */
const NEUTRAL = 27;

function goEmotions(folder: string): Example[] {
  const names = readTable(join(folder, 'goemotions/labels.txt'), PLAIN).map(([name]) => name ?? '');
  return ['train.tsv', 'dev.tsv']
    .flatMap((file) => readTable(join(folder, 'goemotions', file), PLAIN))
    .map(([text = '', ids = '']) => {
      const emotions = ids
        .split(',')
        .map((id) => (Number(id) === NEUTRAL ? 'neutral' : (names[Number(id)] ?? '')));
      const positive = emotions.some((emotion) => POSITIVE.has(emotion));
      const negative = emotions.some((emotion) => NEGATIVE.has(emotion));
      const hostile = emotions.some((emotion) => HOSTILE.has(emotion));
      const labels: Labels = {};
      if (positive !== negative) labels.sentiment = positive ? 1 : 0;
      else if (emotions[0] === 'neutral' && emotions.length === 1) labels.sentiment = 0.5;
      if (!negative) Object.assign(labels, { toxicity: 0.03, aggressive: 0, identityHate: 0 });
      else if (!hostile) Object.assign(labels, { toxicity: 0.1, aggressive: 0.1, identityHate: 0 });
      else labels.aggressive = emotions.includes('anger') ? 0.7 : 0.5;
      return example({ text: clean(text), source: 'goemotions', labels });
    });
}

/** All training texts, with the labels from their datasets. */
export function readSources(folder: string): Example[] {
  return [davidson, gab, implicitHate, stormfront, paradetox, goEmotions].flatMap((read) =>
    read(folder),
  );
}
