import type { Heads } from '../../src/service/engine/engine.ts';
import { HEADS, type Head } from '../../src/service/engine/model/shape.ts';
import type { Meta } from '../../src/service/engine/model/weights.ts';
import type { Example } from './example.ts';
import { auc } from './metrics.ts';

/** Harsher than what is promised (80 % and 95 %): other texts than ours will be read. */
const FLAG_PRECISION = 0.85;
const DELETE_PRECISION = 0.98;
/** Shares of everyday texts that may be touched. */
const FLAG_EVERYDAY = 0.01;
const DELETE_EVERYDAY = 0.002;
const MIN_SUPPORT = 100;
/** Attacks on groups, and what is easily taken for one. */
const HATE_TEMPLATES: ReadonlySet<string> = new Set([
  'authored hate',
  'authored harmless identity',
  'authored not protected',
]);

/** A text that training has not seen, and what the engine says of it. */
export interface JudgedExample {
  example: Example;
  heads: Heads;
  /** Let pass however toxic. */
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

/** The score at which as large a share of attacks on groups is missed as of harmless talk is taken for one. */
function evenThreshold(rows: readonly { score: number; isHate: boolean }[]): number {
  const hateful = rows.filter((row) => row.isHate).length;
  const sorted = rows.toSorted((a, b) => b.score - a.score);
  let hits = 0;
  for (const [index, row] of sorted.entries()) {
    if (row.isHate) hits += 1;
    const missed = 1 - hits / hateful;
    const mistaken = (index + 1 - hits) / (rows.length - hateful);
    if (mistaken >= missed) return row.score;
  }
  return 0.5;
}

const scoreOf = (heads: Heads, head: Head): number => heads[head];

/** How well each head tells the texts of each source apart. */
export function reportAreas(rows: readonly JudgedExample[], report: (line: string) => void): void {
  const sourceOf = ({ example }: JudgedExample): string =>
    example.source.replace(/^authored .*/, 'authored');
  for (const head of HEADS) {
    for (const source of new Set(rows.map(sourceOf))) {
      const known = rows.filter((row) => {
        const label = row.example.labels[head];
        return sourceOf(row) === source && label !== undefined && label !== 0.5;
      });
      const area = auc(
        known.map(({ heads }) => scoreOf(heads, head)),
        known.map(({ example }) => (example.labels[head] ?? 0) > 0.5),
      );
      if (Number.isFinite(area)) report(`kept back, ${head}, ${source}: AUC ${area.toFixed(3)}`);
    }
  }
}

export function chooseThresholds(judged: readonly JudgedExample[]): Meta['thresholds'] {
  const rows = judged
    .filter(({ example }) => example.labels.toxicity !== undefined)
    .filter(({ example }) => !example.source.startsWith('authored'))
    .map(({ example, heads, isLenient }) => ({
      score: isLenient ? 0 : heads.toxicity,
      isHarmful: (example.labels.toxicity ?? 0) > 0.5,
      // Those in which nobody found any feeling.
      isEveryday: example.source === 'goemotions' && example.labels.sentiment === 0.5,
    }));
  const templated = judged
    .filter(({ example }) => HATE_TEMPLATES.has(example.source))
    .map(({ example, heads }) => ({
      score: heads.identityHate,
      isHate: example.labels.identityHate === 1,
    }));
  return {
    // A calibrated probability: more likely than not.
    toxic: 0.5,
    flag: lowestThreshold(rows, { precision: FLAG_PRECISION, everyday: FLAG_EVERYDAY }),
    delete: lowestThreshold(rows, { precision: DELETE_PRECISION, everyday: DELETE_EVERYDAY }),
    hate: evenThreshold(templated),
  };
}
