import { join } from 'node:path';
import { ATTRIBUTES, type Attribute } from '../../src/service/attributes/attributes.ts';
import { attributeScores } from '../../src/service/attributes/attribute-scores.ts';
import type { Engine } from '../../src/service/engine/engine.ts';
import { fixed, percent, table } from '../evaluate/report.ts';
import { readChatLines } from '../evaluate/sets/chat-lines.ts';
import { readSets } from '../evaluate/sets/labelled-sets.ts';
import { hateCheck, olid, wikipedia } from '../evaluate/sets/test-sets.ts';
import { auc } from '../train/calibration/metrics.ts';
import { readRecords } from '../train/data/table.ts';

/** The default threshold of Coral and others. */
const THRESHOLD = 0.8;
const BINS = 5;

interface Scored {
  readonly scores: readonly number[];
  readonly labels: readonly boolean[];
}

interface TestSet {
  readonly name: string;
  readonly attribute: Attribute;
  readonly texts: readonly { readonly text: string; readonly label: boolean }[];
}

/** The Gab Hate Corpus; texts with one of these labels count as positive. */
function gabLabelled(folder: string, ...names: string[]): TestSet['texts'] {
  const format = { delimiter: '\t', quoted: true };
  return readRecords(join(folder, 'gab_hate/ghc_test.tsv'), format).map((row) => ({
    text: row.get('text') ?? '',
    label: names.some((name) => row.get(name) === '1'),
  }));
}

function testSets(folder: string): TestSet[] {
  const gab = (...names: string[]): TestSet['texts'] => gabLabelled(folder, ...names);
  return [
    {
      name: 'Wikipedia comments',
      attribute: 'TOXICITY',
      texts: wikipedia(folder, 'nonfuzzed'),
    },
    { name: 'Gab, hate or offence', attribute: 'TOXICITY', texts: gab('hd', 'cv', 'vo') },
    { name: 'OLID (Twitter)', attribute: 'TOXICITY', texts: olid(folder) },
    { name: 'ConvAbuse', attribute: 'TOXICITY', texts: readSets(folder, ['convabuse']) },
    { name: 'Gab, hate', attribute: 'IDENTITY_ATTACK', texts: gab('hd', 'cv') },
    { name: 'HateCheck', attribute: 'IDENTITY_ATTACK', texts: hateCheck(folder) },
    { name: 'Gab, hate', attribute: 'SEVERE_TOXICITY', texts: gab('hd', 'cv') },
    {
      name: 'lines of this repository',
      attribute: 'THREAT',
      texts: readChatLines().map(({ text, category }) => ({ text, label: category === 'threat' })),
    },
  ];
}

/** The mean difference between the scores and the true shares, in bins of equal width. */
function calibrationError({ scores, labels }: Scored): number {
  const bins = binsOf({ scores, labels });
  return bins.reduce(
    (sum, { count, mean, share }) => sum + (count / scores.length) * Math.abs(mean - share),
    0,
  );
}

/** The texts grouped by score, in bins of equal width; empty bins are left out. */
function binsOf({ scores, labels }: Scored): { count: number; mean: number; share: number }[] {
  return Array.from({ length: BINS }, (_, bin) => {
    const rows = [...scores.keys()].filter(
      (row) => Math.min(BINS - 1, Math.floor((scores[row] ?? 0) * BINS)) === bin,
    );
    const sum = rows.reduce((total, row) => total + (scores[row] ?? 0), 0);
    const hits = rows.filter((row) => labels[row] === true).length;
    return { count: rows.length, mean: sum / rows.length, share: hits / rows.length };
  }).filter(({ count }) => count > 0);
}

function reliabilityTables(engine: Engine, folder: string): string[] {
  const measured = testSets(folder).map(({ name, attribute, texts }) => ({
    name,
    attribute,
    scores: texts.map(({ text }) => attributeScores(engine.assess(text))[attribute]),
    labels: texts.map(({ label }) => label),
  }));
  const quality = measured.map(({ name, attribute, scores, labels }) => {
    const above = [...scores.keys()].filter((row) => (scores[row] ?? 0) >= THRESHOLD);
    const right = above.filter((row) => labels[row] === true).length;
    const positives = labels.filter(Boolean).length;
    return [
      `\`${attribute}\``,
      name,
      scores.length,
      percent(positives / labels.length, 0),
      fixed(auc(scores, labels)),
      fixed(calibrationError({ scores, labels })),
      above.length === 0 ? '–' : percent(right / above.length, 0),
      percent(right / positives, 0),
    ];
  });
  const header = ['attribute', 'texts', 'count', 'labelled so', 'AUC', 'calibration error'];
  const wikipediaScores = measured[0] ?? { scores: [], labels: [] };
  const reliability = binsOf(wikipediaScores).map(({ count, mean, share }) => [
    count,
    fixed(mean, 2),
    fixed(share, 2),
  ]);
  return [
    table([...header, 'right at .8', 'found at .8'], quality),
    '`TOXICITY` of Wikipedia comments, by score:',
    table(['comments', 'mean score', 'labelled toxic'], reliability),
  ];
}

/** The columns with Perspective's own scores, whose names include version numbers. */
const PERSPECTIVE_COLUMNS: Readonly<Record<Attribute, string>> = {
  TOXICITY: 'TOXICITY@6',
  SEVERE_TOXICITY: 'SEVERE_TOXICITY@2',
  IDENTITY_ATTACK: 'IDENTITY_ATTACK',
  INSULT: 'INSULT',
  PROFANITY: 'PROFANITY',
  THREAT: 'THREAT',
  SEXUALLY_EXPLICIT: 'SEXUALLY_EXPLICIT',
};

function correlation(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(x), mean(y)];
  let [xy, xx, yy] = [0, 0, 0];
  x.forEach((value, row) => {
    const [dx, dy] = [value - meanX, (y[row] ?? 0) - meanY];
    xy += dx * dy;
    xx += dx * dx;
    yy += dy * dy;
  });
  return xy / Math.sqrt(xx * yy);
}

/** Compares the engine's scores with the ones that Perspective gave to the same comments. */
function perspectiveTable(engine: Engine, path: string): string {
  const records = readRecords(path, { delimiter: ',', quoted: true });
  const ours = records.map((row) => attributeScores(engine.assess(row.get('comment_text') ?? '')));
  const rows = ATTRIBUTES.map((attribute) => {
    const theirs = records.map((row) => Number(row.get(PERSPECTIVE_COLUMNS[attribute])));
    const scores = ours.map((all) => all[attribute]);
    const high = theirs.map((score) => score >= THRESHOLD);
    const both = scores.filter((score, row) => score >= THRESHOLD && high[row] === true).length;
    return [
      `\`${attribute}\``,
      fixed(correlation(scores, theirs), 2),
      fixed(auc(scores, high), 3),
      high.filter(Boolean).length,
      scores.filter((score) => score >= THRESHOLD).length,
      both,
    ];
  });
  return table(
    [
      'attribute',
      'correlation',
      'AUC for Perspective’s .8',
      'Perspective ≥ .8',
      'ours ≥ .8',
      'both',
    ],
    rows,
  );
}

/** Returns Markdown. `perspective`: a file with Perspective's own scores, or null. */
export function measureAttributes(
  engine: Engine,
  { folder, perspective }: { folder: string; perspective: string | null },
): string {
  const parts = reliabilityTables(engine, folder);
  if (perspective !== null) {
    parts.push(
      'Beside Perspective’s own scores of 2,000 Wikipedia comments, which conversationai/perspectiveapi publishes (`example_data`, 2018):',
      perspectiveTable(engine, perspective),
    );
  }
  return parts.join('\n\n');
}
