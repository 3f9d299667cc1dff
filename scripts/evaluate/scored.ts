import type { Engine, Heads } from '../../src/service/engine/engine.ts';
import * as sets from './sets/test-sets.ts';
import type { TestText } from './sets/test-text.ts';

export interface ScoredSet {
  texts: readonly TestText[];
  labels: readonly boolean[];
  heads: readonly Heads[];
  actions: readonly string[];
}

export interface ScoredSets {
  olid: ScoredSet;
  wikipedia: ScoredSet;
  wikipediaFuzzed: ScoredSet;
  gab: ScoredSet;
  hateCheck: ScoredSet;
  neutral: ScoredSet;
  sentiment: ScoredSet;
  political: ScoredSet;
}

function score(engine: Engine, texts: readonly TestText[]): ScoredSet {
  const assessments = texts.map(({ text }) => engine.assess(text));
  return {
    texts,
    labels: texts.map(({ label }) => label),
    heads: assessments.map(({ heads }) => heads),
    actions: assessments.map(({ action }) => action),
  };
}

export function scoreSets(engine: Engine, folder: string): ScoredSets {
  return {
    olid: score(engine, sets.olid(folder)),
    wikipedia: score(engine, sets.wikipedia(folder, 'nonfuzzed')),
    wikipediaFuzzed: score(engine, sets.wikipedia(folder, 'fuzzed')),
    gab: score(engine, sets.gab(folder)),
    hateCheck: score(engine, sets.hateCheck(folder)),
    neutral: score(engine, sets.goEmotionsNeutral(folder)),
    sentiment: score(engine, sets.tweetSentiment(folder)),
    political: score(engine, sets.politicalTitles(folder)),
  };
}
