import { HEAD_COUNT, HEADS, type Head } from '../../src/service/engine/model/shape.ts';
import type { Meta } from '../../src/service/engine/model/weights.ts';
import type { DevScores } from './calibrate.ts';
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

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));

interface Row {
  score: number;
  isHarmful: boolean;
  isEveryday: boolean;
}

function lowestThreshold(rows: readonly Row[], precision: number, everyday: number): number {
  const sorted = [...rows].sort((a, b) => b.score - a.score);
  const everydayTotal = rows.filter((row) => row.isEveryday).length;
  let hits = 0;
  let touched = 0;
  let threshold = 1;
  sorted.forEach((row, index) => {
    if (row.isHarmful) hits += 1;
    if (row.isEveryday) touched += 1;
    const isGood = hits / (index + 1) >= precision && touched <= everyday * everydayTotal;
    if (index >= MIN_SUPPORT && isGood) threshold = row.score;
  });
  return threshold;
}

/** The hate score at which as large a share of attacks on groups is missed as of harmless talk is taken for one, in templates kept back. */
function hateThreshold(rows: readonly { score: number; isHate: boolean }[]): number {
  const hateful = rows.filter((row) => row.isHate).length;
  const sorted = [...rows].sort((a, b) => b.score - a.score);
  let hits = 0;
  for (const [index, row] of sorted.entries()) {
    if (row.isHate) hits += 1;
    const missed = 1 - hits / hateful;
    const mistaken = (index + 1 - hits) / (rows.length - hateful);
    if (mistaken >= missed) return row.score;
  }
  return 0.5;
}

export function chooseThresholds(
  scores: DevScores,
  calibration: Meta['calibration'],
  { dev, report }: { dev: readonly Example[]; report: (line: string) => void },
): Meta['thresholds'] {
  const probability = (row: number, head: Head): number => {
    const slot = HEADS.indexOf(head);
    const at = row * HEAD_COUNT + slot;
    return sigmoid(
      (calibration.linear[slot] ?? 0) * (scores.linear[at] ?? 0) +
        (calibration.conv[slot] ?? 0) * (scores.conv[at] ?? 0) +
        (calibration.bias[slot] ?? 0),
    );
  };
  const indexed = dev.map((example, row) => ({ example, row }));
  for (const head of HEADS) {
    for (const source of new Set(
      dev.map((example) => example.source.replace(/^authored .*/, 'authored')),
    )) {
      const rows = indexed.filter(
        ({ example }) =>
          example.source.startsWith(source) &&
          example.labels[head] !== undefined &&
          example.labels[head] !== 0.5,
      );
      const area = auc(
        rows.map(({ row }) => probability(row, head)),
        rows.map(({ example }) => (example.labels[head] ?? 0) > 0.5),
      );
      if (Number.isFinite(area)) report(`kept back, ${head}, ${source}: AUC ${area.toFixed(3)}`);
    }
  }
  const rows = indexed
    .filter(
      ({ example }) =>
        example.labels.toxicity !== undefined && !example.source.startsWith('authored'),
    )
    .map(({ example, row }) => ({
      score: probability(row, 'toxicity'),
      isHarmful: (example.labels.toxicity ?? 0) > 0.5,
      // Those in which nobody found any feeling.
      isEveryday: example.source === 'goemotions' && example.labels.sentiment === 0.5,
    }));
  const templated = indexed
    .filter(({ example }) => HATE_TEMPLATES.has(example.source))
    .map(({ example, row }) => ({
      score: probability(row, 'identityHate'),
      isHate: example.labels.identityHate === 1,
    }));
  const thresholds = {
    // A calibrated probability: more likely than not.
    toxic: 0.5,
    flag: lowestThreshold(rows, FLAG_PRECISION, FLAG_EVERYDAY),
    delete: lowestThreshold(rows, DELETE_PRECISION, DELETE_EVERYDAY),
    hate: hateThreshold(templated),
  };
  report(`thresholds ${JSON.stringify(thresholds)}`);
  return thresholds;
}
