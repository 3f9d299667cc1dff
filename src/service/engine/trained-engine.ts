import type { Assessment, CategoryScores, Engine, Heads, LanguageHint } from './engine.ts';
import { loadWeights, type EngineWeights } from './engine-weights.ts';
import { isFarFromLatin } from './languages/far-scripts.ts';
import { createForeignReader, type ForeignVerdict } from './languages/foreign.ts';
import { createLanguageModels } from './languages/language-models.ts';
import { headsOf } from './model/heads.ts';
import { createScorer } from './model/scorer.ts';
import { hashText } from './normalise/hash.ts';
import { createLexicon } from './normalise/lexicon.ts';
import { createNormaliser } from './normalise/normalise.ts';
import { excerptOf, muteTokens, type Tokens } from './normalise/tokens.ts';
import { otherReadings } from './readings/readings.ts';
import { decideAction, TOXIC, type ActionDecision } from './rules/decide-action.ts';
import { createTermFinder } from './rules/harmful-terms.ts';
import { isLeniencyDue } from './rules/leniency.ts';
import { createScamDetector, type ScamFinding } from './scams/detect-scam.ts';
import type { WordRange } from './severity/category-model.ts';
import { createSeverity } from './severity/severity.ts';
import { createKernels } from './simd/kernels.ts';

/** Minimum share of known words in an English text; higher if the text looks like another language. */
const ENGLISH_SHARE = { detected: 0.5, other: 0.7 };
const SEVERITY = { pass: 0, flag: 1, delete: 2 } as const;
/** In a text that is probably in another language, an English reading counts only above this score: "dick" is German too. */
const ENGLISH_IN_OTHER_LANGUAGE = 0.95;

function isAny({ count }: Tokens, isMuted: (at: number) => boolean): boolean {
  for (let at = 0; at < count; at += 1) {
    if (isMuted(at)) return true;
  }
  return false;
}

/** The English reading of a text. */
interface Reading {
  english: Assessment;
  /** The share of the text's words that are known. */
  knownShare: number;
}

/** Only this much of a text is searched for scams, without piles of combining marks. */
const MAX_SCAM = 1_000;
const MARKS = /[\u0300-\u036f]{3,}/g;
const BEYOND_ASCII = /[\u0080-\uffff]/;
function scamPartOf(sample: string): string {
  const part = sample.slice(0, MAX_SCAM);
  return BEYOND_ASCII.test(part) ? part.replace(MARKS, '') : part;
}

function knownShareOf({ count, id }: Tokens): number {
  let known = 0;
  for (let at = 0; at < count; at += 1) {
    if ((id[at] ?? -1) !== -1) known += 1;
  }
  return count === 0 ? 1 : known / count;
}

/** A text, and the result of looking for a scam in it. */
interface Read {
  sample: string;
  scam: ScamFinding | null;
}

interface Judged {
  heads: Heads;
  categories: CategoryScores;
  decision: ActionDecision;
  /** The words that the decision is based on. */
  range: WordRange;
}

/** The trained engine. README.md describes its abilities and limits. */
export function createTrainedEngine(weights: EngineWeights = loadWeights()): Engine {
  const { base } = weights;
  const thresholds = { base: base.meta.thresholds, categories: weights.categories.meta };
  const lexicon = createLexicon(base.lexicon);
  const { normalise } = createNormaliser(lexicon);
  const kernels = createKernels();
  const scorer = createScorer(base, kernels);
  const severity = createSeverity(weights.categories, lexicon, kernels);
  const detectScam = createScamDetector(weights.scamDomains);
  const readForeign = createForeignReader(createLanguageModels(weights.languages));
  const idOf = (word: string): number => lexicon.find(hashText(word));
  const terms = createTermFinder(lexicon, base.marks, idOf);
  const knowledge = {
    isWord: (word: string) => idOf(word) !== -1,
    isTelling: (hash: number) => terms.isCurse(lexicon.find(hash)),
  };

  const judge = (tokens: Tokens, { sample, scam }: Read): Judged => {
    const base = scorer.score(tokens);
    const heads = headsOf(base);
    const { worstPart } = base;
    const isWhole = worstPart.to - worstPart.from === tokens.count;
    const worst = {
      heads: isWhole ? heads : headsOf({ combined: base.worst }),
      part: worstPart,
      isSuspect: scam !== null || heads.toxicity >= TOXIC.from,
    };
    const { range, own, adjusted } = severity.assess(tokens, sample, worst);
    const withScam = (read: CategoryScores): CategoryScores =>
      scam === null ? read : { ...read, scam: Math.max(read.scam, scam.probability) };
    const categories = withScam(own);
    const opinion = {
      heads,
      categories,
      adjusted: adjusted === null ? null : withScam(adjusted),
      words: tokens.count,
    };
    const decision = decideAction(opinion, thresholds);
    return { heads, categories, decision, range };
  };

  const assessEnglish = (sample: string): Reading => {
    const tokens = normalise(sample);
    const knownShare = knownShareOf(tokens);
    const read = { sample, scam: detectScam(scamPartOf(sample)) };
    const { heads, categories, decision, range } = judge(tokens, read);
    const harmfulTerms = terms.find(tokens);
    const isInsult = decision.action === 'flag' && decision.category === 'insult';
    const isLenient =
      (isInsult || (decision.action === 'pass' && decision.isSuspected)) &&
      isLeniencyDue(tokens, heads, terms);
    const action = isLenient ? 'pass' : decision.action;
    const category = isLenient ? null : decision.category;
    const decidingWords =
      category === null
        ? []
        : category === 'scam' && read.scam !== null
          ? read.scam.terms
          : severity.decidingWords(tokens, sample, { range, category });

    // For a long text, tests the patches only on the part that determines the action.
    const isHarmful = action !== 'pass';
    const part = isHarmful ? excerptOf(tokens, range.from, range.to) : tokens;
    let asIs = part.count === tokens.count ? action : null;
    const actionWithout = (isMuted: (at: number) => boolean): Assessment['action'] => {
      const restore = muteTokens(part, isMuted);
      const muted = judge(part, read).decision.action;
      restore();
      return muted;
    };
    const hangsOn = (isMuted: (at: number) => boolean): boolean => {
      if (!isHarmful || !isAny(part, isMuted)) return false;
      asIs ??= actionWithout(() => false);
      return actionWithout(isMuted) !== asIs;
    };
    const isCurse = hangsOn((at) => terms.isCurse(part.id[at] ?? -1));
    const isHidden = hangsOn((at) => part.disguised[at] === 1);
    const english = {
      heads,
      categories,
      action,
      category,
      decidingWords,
      confidence: action === 'pass' ? 1 - heads.toxicity : decision.confidence,
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
    return { english, knownShare };
  };

  /** The assessment of the text as written or of another reading, whichever is worse. */
  const assessReadings = (sample: string): Reading => {
    if (isFarFromLatin(sample)) return assessEnglish('');
    const written = assessEnglish(sample);
    const { action } = written.english;
    if (action === 'delete') return written;
    const others = otherReadings(sample, knowledge, written.knownShare);
    if (others.length === 0) return written;
    const readings = others.map(assessEnglish);
    // A reading in which every word is known is what was meant.
    const plain = readings.find(({ knownShare }) => knownShare === 1);
    const meant =
      plain ?? readings.find(({ english }) => SEVERITY[english.action] > SEVERITY[action]);
    if (meant === undefined) return written;
    const { english, knownShare } = meant;
    return {
      knownShare,
      english: {
        ...english,
        patches: { ...english.patches, undisguised: english.action !== 'pass' },
        // Positions in another reading mean nothing in the sample.
        harmfulTerms: english.harmfulTerms.map((term) => ({
          ...term,
          span: { from: 0, to: sample.length },
        })),
      },
    };
  };

  const withForeign = (
    { english, knownShare }: Reading,
    { isCertain, score }: ForeignVerdict,
    { code }: LanguageHint,
  ): Assessment => {
    const isForeign =
      isCertain || knownShare < (code === 'en' ? ENGLISH_SHARE.detected : ENGLISH_SHARE.other);
    const isSure = english.confidence >= ENGLISH_IN_OTHER_LANGUAGE;
    if (english.action !== 'pass' && !isForeign) return english;
    if (english.action !== 'pass' && isSure) return { ...english, action: 'flag' };
    const heads =
      score !== null && (isCertain || score.isFlagged)
        ? { ...english.heads, toxicity: score.toxicity }
        : english.heads;
    const passed = {
      ...english,
      heads,
      decidingWords: [],
      patches: { ...english.patches, undisguised: false, wordChoice: false, curseWord: false },
    };
    return score?.isFlagged === true
      ? { ...passed, action: 'flag', category: 'insult', confidence: score.toxicity }
      : { ...passed, action: 'pass', category: null, confidence: 1 - heads.toxicity };
  };

  return {
    version: base.meta.version,
    assess(sample, language?: LanguageHint): Assessment {
      const reading = assessReadings(sample);
      if (language === undefined) return reading.english;
      return withForeign(reading, readForeign(sample, language), language);
    },
  };
}
