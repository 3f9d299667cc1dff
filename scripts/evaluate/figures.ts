import type { Engine } from '../../src/service/engine/engine.ts';
import type { Weights } from '../../src/service/engine/model/weights.ts';
import type { LanguageDetector } from '../../src/service/language.ts';
import { auc } from '../train/metrics.ts';
import { measureHateCheck, type HateCheck } from './functionalities.ts';
import { measureLanguage, type LanguageAccuracy } from './language.ts';
import { measure, type Measures } from './measures.ts';
import { findOverlap, type Overlap } from './overlap.ts';
import type { Peers } from './peers.ts';
import { measureRobustness, type Robustness } from './robustness.ts';
import { scoreSets, type Scored } from './scored.ts';
import { measureSpeed, type Speed } from './speed.ts';
import { multilingualHateCheck } from './test-sets.ts';

export interface SetFigures {
  name: string;
  /** By what the engine calls toxic, what it flags or deletes, what it deletes. */
  toxic: Measures;
  flagged: Measures;
  deleted: Measures;
  peers: { name: string; measures: Measures }[];
}

export interface Figures {
  sets: SetFigures[];
  hateCheck: HateCheck;
  hateCheckAuc: number;
  robustness: Robustness;
  neutral: { flagged: number; deleted: number };
  /** Precision of what is done on OLID and Wikipedia together. */
  precision: { flagged: number; deleted: number };
  sentiment: { name: string; auc: number }[];
  politicalAuc: number;
  language: LanguageAccuracy;
  speed: Speed;
  overlap: Overlap;
}

interface Subject {
  engine: Engine;
  weights: Weights;
  detectLanguage: LanguageDetector;
  peers: Peers;
}

function figuresOf(
  name: string,
  { texts, labels, heads, actions }: Scored,
  { weights, peers }: Subject,
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
    peers: peers.filters.map((peer) => {
      const hits = texts.map(({ text }) => (peer.hits(text) ? 1 : 0));
      return { name: peer.name, measures: measure(hits, labels, (hit) => hit === 1) };
    }),
  };
}

function precisionOf(scored: readonly Scored[], isHit: (action: string) => boolean): number {
  const hits = scored.flatMap(({ actions, labels }) =>
    labels.filter((_, row) => isHit(actions[row] ?? 'pass')),
  );
  return hits.filter((label) => label).length / hits.length;
}

const share = (actions: readonly string[], isHit: (action: string) => boolean): number =>
  actions.filter(isHit).length / actions.length;

export function collect(subject: Subject, folder: string): Figures {
  const { engine, weights, detectLanguage, peers } = subject;
  const scored = scoreSets(engine, folder);
  const isTouched = (action: string): boolean => action !== 'pass';
  const isDeleted = (action: string): boolean => action === 'delete';
  const decisive = [scored.olid, scored.wikipedia];
  const { sentiment, political, hateCheck } = scored;
  const messages = [...scored.neutral.texts, ...scored.olid.texts].map(({ text }) => text);
  const tested = Object.values(scored).flatMap((set: Scored) => set.texts.map(({ text }) => text));
  return {
    sets: [
      figuresOf('OLID', scored.olid, subject),
      figuresOf('Wikipedia', scored.wikipedia, subject),
      figuresOf('Wikipedia, fuzzed', scored.wikipediaFuzzed, subject),
      figuresOf('Gab', scored.gab, subject),
    ],
    hateCheck: measureHateCheck(hateCheck, weights.meta.thresholds.hate),
    hateCheckAuc: auc(
      hateCheck.heads.map(({ identityHate }) => identityHate),
      hateCheck.labels,
    ),
    robustness: measureRobustness(engine, decisive),
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
      ...peers.sentiments.map(({ name, score }) => ({
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
    language: measureLanguage(detectLanguage, multilingualHateCheck(folder)),
    speed: measureSpeed(engine, detectLanguage, messages),
    overlap: findOverlap(tested),
  };
}
