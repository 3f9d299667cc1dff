import type { Heads } from '../../../src/service/engine/engine.ts';
import { HEADS, type Head } from '../../../src/service/engine/model/shape.ts';
import type { Meta } from '../../../src/service/engine/model/weights.ts';
import type { Example } from '../data/example.ts';
import { auc } from './metrics.ts';

/** Stricter than the promised 80 % and 95 %, because real texts differ from the ones here. */
const FLAG_PRECISION = 0.85;
const DELETE_PRECISION = 0.98;
/** The shares of everyday texts that may be flagged or deleted. */
const FLAG_EVERYDAY = 0.01;
const DELETE_EVERYDAY = 0.002;
/** The share of plain insults that may be deleted: moderators should judge these. */
const DELETE_INSULTS = 0.03;
const EPSILON = 1e-6;
/** Limits for hate or aggression without toxicity. No stricter than promised, because the datasets disagree more about hate. */
const BY_ITSELF = { precision: 0.8, everyday: 0.003 };
const MIN_SUPPORT = 100;
const INSULTS = 'authored insult';
/** Datasets that rate toxicity and contain both classes. */
const RATED = ['davidson', 'gab', 'stormfront', 'paradetox', 'paradetox2'];
const STEPS = 100;

/** A holdout text and the engine's scores for it. */
export interface JudgedExample {
  example: Example;
  heads: Heads;
  /** True if the text passes however toxic its score is. */
  isLenient: boolean;
}

interface Row {
  score: number;
  isHarmful: boolean;
  isEveryday: boolean;
}

function lowestThreshold(
  rows: readonly Row[],
  { precision, everyday }: { precision: number; everyday: number },
): number {
  const sorted = rows.toSorted((a, b) => b.score - a.score);
  const everydayTotal = rows.filter((row) => row.isEveryday).length;
  let hits = 0;
  let touched = 0;
  let threshold = 1;
  for (const [index, row] of sorted.entries()) {
    if (row.isHarmful) hits += 1;
    if (row.isEveryday) touched += 1;
    const isGood = hits / (index + 1) >= precision && touched <= everyday * everydayTotal;
    if (index >= MIN_SUPPORT && isGood) threshold = row.score;
  }
  return threshold;
}

/** The lowest threshold that no more than this share of the scores reaches. */
function reachedBy(share: number, scores: readonly number[]): number {
  const sorted = scores.toSorted((a, b) => b - a);
  const last = sorted[Math.floor(share * sorted.length)];
  return last === undefined ? 0 : last + EPSILON;
}

interface TemplateRow {
  score: number;
  isHate: boolean;
  family: string;
  template: string;
}

const countBy = <T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
};

/**
 * The score at which both error rates are equal: missed attacks on groups, and harmless texts that are misjudged. All families of
 * templates count alike, and so do the templates within a family, so that many threats don't outweigh a little counter-speech.
 */
function evenThreshold(rows: readonly TemplateRow[]): number {
  const familyOf = ({ isHate, family }: TemplateRow): string => `${isHate} ${family}`;
  const texts = countBy(rows, ({ template }) => template);
  const firsts = new Map(rows.map((row) => [row.template, row])).values();
  const templates = countBy(firsts, familyOf);
  const families = countBy(templates.keys(), (key) => key.split(' ')[0] ?? '');
  const shareOf = (row: TemplateRow): number =>
    1 /
    ((texts.get(row.template) ?? 1) *
      (templates.get(familyOf(row)) ?? 1) *
      (families.get(`${row.isHate}`) ?? 1));
  let missed = 1;
  let mistaken = 0;
  for (const row of rows.toSorted((a, b) => b.score - a.score)) {
    if (row.isHate) missed -= shareOf(row);
    else mistaken += shareOf(row);
    if (mistaken >= missed) return row.score;
  }
  return 0.5;
}

function macroF1(rows: readonly JudgedExample[], threshold: number): number {
  const counts = { hit: 0, miss: 0, mistake: 0, rest: 0 };
  for (const { example, heads } of rows) {
    const isHit = heads.toxicity >= threshold;
    if ((example.labels.toxicity ?? 0) > 0.5) counts[isHit ? 'hit' : 'miss'] += 1;
    else counts[isHit ? 'mistake' : 'rest'] += 1;
  }
  const errors = counts.miss + counts.mistake;
  return counts.hit / (2 * counts.hit + errors) + counts.rest / (2 * counts.rest + errors);
}

/** The toxicity threshold with the best macro-F1, averaged over the datasets. */
function bestThreshold(judged: readonly JudgedExample[]): number {
  const sources = RATED.map((source) => judged.filter(({ example }) => example.source === source));
  const thresholds = Array.from({ length: STEPS - 1 }, (_, step) => (step + 1) / STEPS);
  const averages = thresholds.map((threshold) =>
    sources.reduce((sum, rows) => sum + (rows.length > 0 ? macroF1(rows, threshold) : 0), 0),
  );
  return thresholds[averages.indexOf(Math.max(...averages))] ?? 0.5;
}

const scoreOf = (heads: Heads, head: Head): number => heads[head];

/** Reports each head's AUC per dataset. */
export function reportAucs(rows: readonly JudgedExample[], report: (line: string) => void): void {
  const sourceOf = ({ example }: JudgedExample): string =>
    example.source.replace(/^authored .*/, 'authored');
  for (const head of HEADS) {
    for (const source of new Set(rows.map(sourceOf))) {
      const labelled = rows.filter((row) => {
        const label = row.example.labels[head];
        return sourceOf(row) === source && label !== undefined && label !== 0.5;
      });
      const area = auc(
        labelled.map(({ heads }) => scoreOf(heads, head)),
        labelled.map(({ example }) => (example.labels[head] ?? 0) > 0.5),
      );
      if (Number.isFinite(area)) report(`holdout AUC, ${head}, ${source}: ${area.toFixed(3)}`);
    }
  }
}

/** The dataset's own rating of toxicity or hate; null if it has neither. */
function harmOf({ labels }: Example): number | null {
  const ratings = [labels.toxicity, labels.identityHate].filter((label) => label !== undefined);
  return ratings.length === 0 ? null : Math.max(...ratings);
}

export function chooseThresholds(judged: readonly JudgedExample[]): Meta['thresholds'] {
  const written = judged.filter(
    ({ example }) => !example.source.startsWith('authored') && harmOf(example) !== null,
  );
  const rowsOf = (head: 'toxicity' | 'identityHate' | 'aggressive'): Row[] =>
    written.map(({ example, heads, isLenient }) => ({
      score: isLenient ? 0 : heads[head],
      isHarmful: (harmOf(example) ?? 0) > 0.5,
      // Texts without an annotated emotion.
      isEveryday: example.source === 'goemotions' && example.labels.sentiment === 0.5,
    }));
  const templated = judged.flatMap(({ example: { family, group, labels }, heads }) =>
    family === undefined
      ? []
      : [
          {
            score: heads.identityHate,
            isHate: labels.identityHate === 1,
            family,
            template: group,
          },
        ],
  );
  const insults = judged
    .filter(({ example }) => example.source === INSULTS)
    .map(({ heads }) => heads.toxicity);
  return {
    toxic: bestThreshold(judged),
    hate: evenThreshold(templated),
    flag: lowestThreshold(rowsOf('toxicity'), {
      precision: FLAG_PRECISION,
      everyday: FLAG_EVERYDAY,
    }),
    flagHate: lowestThreshold(rowsOf('identityHate'), BY_ITSELF),
    flagAggressive: lowestThreshold(rowsOf('aggressive'), BY_ITSELF),
    delete: Math.max(
      lowestThreshold(rowsOf('toxicity'), {
        precision: DELETE_PRECISION,
        everyday: DELETE_EVERYDAY,
      }),
      reachedBy(DELETE_INSULTS, insults),
    ),
  };
}
