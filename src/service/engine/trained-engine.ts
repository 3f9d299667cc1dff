import { readFileSync } from 'node:fs';
import type { Action, Assessment, Engine, Heads } from './engine.ts';
import { createScorer, type Scores } from './model/scorer.ts';
import { HEADS } from './model/shape.ts';
import { readWeights, type Weights } from './model/weights.ts';
import { hashText } from './normalise/hash.ts';
import { createLexicon } from './normalise/lexicon.ts';
import { createNormaliser } from './normalise/normalise.ts';
import { muteTokens, type Tokens } from './normalise/tokens.ts';
import { createTermFinder } from './rules/found-terms.ts';
import { isLeniencyDue } from './rules/leniency.ts';

const WEIGHTS = new URL('./weights.bin', import.meta.url);

export function loadWeights(): Weights {
  return readWeights(readFileSync(WEIGHTS));
}

const probability = (logit: number): number => 1 / (1 + Math.exp(-logit));

function headsOf({ combined }: Scores): Heads {
  const of = (head: (typeof HEADS)[number]): number =>
    probability(combined[HEADS.indexOf(head)] ?? 0);
  return {
    toxicity: of('toxicity'),
    identityMention: of('identityMention'),
    identityHate: of('identityHate'),
    political: of('political'),
    vulgar: of('vulgar'),
    aggressive: of('aggressive'),
    defensive: of('defensive'),
    sentiment: 2 * of('sentiment') - 1,
  };
}

/** The trained engine. What it can and can't do is in README.md beside this. */
export function createTrainedEngine(weights: Weights = loadWeights()): Engine {
  const { thresholds, version } = weights.meta;
  const lexicon = createLexicon(weights.lexicon);
  const { normalise } = createNormaliser(lexicon);
  const scorer = createScorer(weights);
  const terms = createTermFinder(lexicon, weights.marks, (word) => lexicon.find(hashText(word)));

  const actionFor = (toxicity: number): Action => {
    if (toxicity >= thresholds.delete) return 'delete';
    return toxicity >= thresholds.flag ? 'flag' : 'pass';
  };

  /** What would be done if some words could not be read. */
  const actionWithout = (tokens: Tokens, isMuted: (at: number) => boolean): Action => {
    const restore = muteTokens(tokens, isMuted);
    const { toxicity } = headsOf(scorer.score(tokens));
    restore();
    return actionFor(toxicity);
  };

  return {
    version,
    assess(sample): Assessment {
      const tokens = normalise(sample);
      const heads = headsOf(scorer.score(tokens));
      const found = terms.find(tokens);
      const judged = actionFor(heads.toxicity);
      const isLenient = judged !== 'pass' && isLeniencyDue(tokens, heads, terms);
      const action = isLenient ? 'pass' : judged;

      const isHarmful = action !== 'pass';
      const isCurseAt = (at: number): boolean => terms.isCurse(tokens.id[at] ?? -1);
      const isDisguisedAt = (at: number): boolean => tokens.disguised[at] === 1;
      const isCurse = isHarmful && actionWithout(tokens, isCurseAt) !== action;
      const isHidden = isHarmful && actionWithout(tokens, isDisguisedAt) !== action;
      return {
        heads,
        action,
        confidence: action === 'pass' ? 1 - heads.toxicity : heads.toxicity,
        patches: {
          undisguised: isHidden,
          wordChoice: isHarmful && !isCurse,
          shortVulgarityLeniency: isLenient,
          curseWord: isCurse,
        },
        found,
        // The convolutional model is asked whenever there is a word to judge.
        secondOpinion: tokens.count > 0,
      };
    },
  };
}
