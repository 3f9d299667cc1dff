import { join } from 'node:path';
import type { Engine } from '../../src/service/engine/engine.ts';
import type { Weights } from '../../src/service/engine/model/weights.ts';
import type { LanguageDetector } from '../../src/service/language/detector.ts';
import { auc } from '../train/calibration/metrics.ts';
import { measureHateCheck, type HateCheck } from './functionalities.ts';
import { measureLanguage, type LanguageAccuracy } from './language.ts';
import { measure, type Measures } from './measures.ts';
import { findOverlap, type Overlap } from './overlap.ts';
import type { Baselines } from './baselines.ts';
import { measureRobustness, type Robustness } from './robustness.ts';
import { scoreSets, type ScoredSet } from './scored.ts';
import { measureSpeed, type Speed } from './speed.ts';
import { multilingualHateCheck } from './sets/test-sets.ts';
import { collectVerdicts, type VerdictFigures } from './verdicts/collect.ts';
import type { Subject } from './verdicts/verdict.ts';

export interface SetFigures {
  name: string;
  /** Measures at each threshold: rated toxic; flagged or deleted; deleted. */
  toxic: Measures;
  flagged: Measures;
  deleted: Measures;
  baselines: { name: string; measures: Measures }[];
}

export interface Figures {
  sets: SetFigures[];
  hateCheck: HateCheck;
  hateCheckAuc: number;
  robustness: Robustness;
  neutral: { flagged: number; deleted: number };
  /** The precision of actions on OLID and Wikipedia taken together. */
  precision: { flagged: number; deleted: number };
  sentiment: { name: string; auc: number }[];
  politicalAuc: number;
  language: LanguageAccuracy;
  speed: Speed;
  overlap: Overlap;
  verdicts: VerdictFigures;
}

interface EvaluationSubject {
  engine: Engine;
  weights: Weights;
  detectLanguage: LanguageDetector;
  baselines: Baselines;
  /** The engine as the service runs it. */
  service: Subject;
}

function figuresOf(
  name: string,
  { texts, labels, heads, actions }: ScoredSet,
  { weights, baselines }: EvaluationSubject,
): SetFigures {
  const toxicities = heads.map(({ toxicity }) => toxicity);
  const byAction = (isHit: (action: string) => boolean): Measures => {
    const hits = actions.map((action) => (isHit(action) ? 1 : 0));
    return measure(hits, labels, (hit) => hit === 1);
  };
  return {
    name,
    toxic: measure(toxicities, labels, (toxicity) => toxicity >= weights.meta.thresholds.toxic),
    flagged: byAction((action) => action !== 'pass'),
    deleted: byAction((action) => action === 'delete'),
    baselines: baselines.filters.map((baseline) => {
      const hits = texts.map(({ text }) => (baseline.hits(text) ? 1 : 0));
      return { name: baseline.name, measures: measure(hits, labels, (hit) => hit === 1) };
    }),
  };
}

function precisionOf(scored: readonly ScoredSet[], isHit: (action: string) => boolean): number {
  const hits = scored.flatMap(({ actions, labels }) =>
    labels.filter((_, row) => isHit(actions[row] ?? 'pass')),
  );
  return hits.filter((label) => label).length / hits.length;
}

const share = (actions: readonly string[], isHit: (action: string) => boolean): number =>
  actions.filter(isHit).length / actions.length;

/** Measures the engine on all sets in a folder's train/ and test/; calls `onStep` with a description before each step. */
export function collect(
  subject: EvaluationSubject,
  data: string,
  onStep: (text: string) => void,
): Figures {
  const folder = join(data, 'test');
  const { engine, weights, detectLanguage, baselines } = subject;
  onStep('Scoring the test sets');
  const scored = scoreSets(engine, folder);
  const isTouched = (action: string): boolean => action !== 'pass';
  const isDeleted = (action: string): boolean => action === 'delete';
  const decisive = [scored.olid, scored.wikipedia];
  const { sentiment, political, hateCheck } = scored;
  const messages = [...scored.neutral.texts, ...scored.olid.texts].map(({ text }) => text);
  const tested = Object.values(scored).flatMap((set: ScoredSet) =>
    set.texts.map(({ text }) => text),
  );
  onStep('Comparing with the baselines');
  const sets = [
    figuresOf('OLID', scored.olid, subject),
    figuresOf('Wikipedia', scored.wikipedia, subject),
    figuresOf('Wikipedia, fuzzed', scored.wikipediaFuzzed, subject),
    figuresOf('Gab', scored.gab, subject),
  ];
  onStep('Measuring the disguises');
  const robustness = measureRobustness(engine, decisive);
  onStep('Measuring the languages');
  const language = measureLanguage(detectLanguage, multilingualHateCheck(folder));
  onStep('Measuring the speed');
  const speed = measureSpeed(engine, detectLanguage, messages);
  onStep('Looking for test texts in the training texts');
  const overlap = findOverlap(tested);
  const verdicts = collectVerdicts(subject.service, data, onStep);
  return {
    sets,
    hateCheck: measureHateCheck(hateCheck, weights.meta.thresholds.hate),
    hateCheckAuc: auc(
      hateCheck.heads.map(({ identityHate }) => identityHate),
      hateCheck.labels,
    ),
    robustness,
    neutral: {
      flagged: share(scored.neutral.actions, isTouched),
      deleted: share(scored.neutral.actions, isDeleted),
    },
    precision: {
      flagged: precisionOf(decisive, isTouched),
      deleted: precisionOf(decisive, isDeleted),
    },
    sentiment: [
      {
        name: 'this engine',
        auc: auc(
          sentiment.heads.map((heads) => heads.sentiment),
          sentiment.labels,
        ),
      },
      ...baselines.sentiments.map(({ name, score }) => ({
        name,
        auc: auc(
          sentiment.texts.map(({ text }) => score(text)),
          sentiment.labels,
        ),
      })),
    ],
    politicalAuc: auc(
      political.heads.map((heads) => heads.political),
      political.labels,
    ),
    language,
    speed,
    overlap,
    verdicts,
  };
}
