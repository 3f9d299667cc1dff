import { readFileSync } from 'node:fs';
import type { EngineAction, Assessment, Engine, Heads } from './engine.ts';
import { createScorer, type Scores } from './model/scorer.ts';
import { HEADS } from './model/shape.ts';
import { readWeights } from './model/weights-file.ts';
import type { Weights } from './model/weights.ts';
import { hashText } from './normalise/hash.ts';
import { createLexicon } from './normalise/lexicon.ts';
import { createNormaliser } from './normalise/normalise.ts';
import { excerptOf, muteTokens, type Tokens } from './normalise/tokens.ts';
import { decideAction } from './rules/decide-action.ts';
import { createTermFinder } from './rules/harmful-terms.ts';
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

function isAny({ count }: Tokens, isMuted: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at += 1) {
    if (isMuted(at)) return true;
  }
  return false;
}

/** The trained engine. README.md describes its abilities and limits. */
export function createTrainedEngine(weights: Weights = loadWeights()): Engine {
  const { thresholds, version } = weights.meta;
  const lexicon = createLexicon(weights.lexicon);
  const { normalise } = createNormaliser(lexicon);
  const scorer = createScorer(weights);
  const terms = createTermFinder(lexicon, weights.marks, (word) => lexicon.find(hashText(word)));

  /** The action for a text without some of its words. */
  const actionWithout = (tokens: Tokens, isMuted: (at: number) => boolean): EngineAction => {
    const restore = muteTokens(tokens, isMuted);
    const { action } = decideAction(headsOf(scorer.score(tokens)), thresholds);
    restore();
    return action;
  };

  return {
    version,
    assess(sample): Assessment {
      const tokens = normalise(sample);
      const scores = scorer.score(tokens);
      const heads = headsOf(scores);
      // For a long text, test the patches on its worst part only: it determines the action.
      const { from, to } = scores.worstPart;
      const harmfulTerms = terms.find(tokens);
      const judged = decideAction(heads, thresholds);
      const isLenient = judged.action !== 'pass' && isLeniencyDue(tokens, heads, terms);
      const action = isLenient ? 'pass' : judged.action;

      const isHarmful = action !== 'pass';
      const part = isHarmful ? excerptOf(tokens, from, to) : tokens;
      let asIs = part.count === tokens.count ? action : null;
      const hangsOn = (isMuted: (at: number) => boolean): boolean => {
        if (!isHarmful || !isAny(part, isMuted)) return false;
        asIs ??= actionWithout(part, () => false);
        return actionWithout(part, isMuted) !== asIs;
      };
      const isCurse = hangsOn((at) => terms.isCurse(part.id[at] ?? -1));
      const isHidden = hangsOn((at) => part.disguised[at] === 1);
      return {
        heads,
        action,
        confidence: isLenient ? 1 - judged.confidence : judged.confidence,
        patches: {
          undisguised: isHidden,
          wordChoice: isHarmful && !isCurse,
          shortVulgarityLeniency: isLenient,
          curseWord: isCurse,
        },
        harmfulTerms,
        // The convolutional model reads every text with at least one word.
        usedSecondModel: tokens.count > 0,
      };
    },
  };
}
