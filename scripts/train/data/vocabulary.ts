import { createLexicon, type LexiconData } from '../../../src/service/engine/normalise/lexicon.ts';
import { hashText } from '../../../src/service/engine/normalise/hash.ts';
import { SPECIAL_COUNT } from '../../../src/service/engine/normalise/noise.ts';
import { createNormaliser } from '../../../src/service/engine/normalise/normalise.ts';
import type { Tokens } from '../../../src/service/engine/normalise/tokens.ts';
import { englishDataset, englishRecommendedTransformers, RegExpMatcher } from 'obscenity';
import { WordMark } from '../../../src/service/engine/model/weights.ts';
import { WordClass } from '../../../src/service/engine/model/pairs.ts';
import { groupWords, slots } from './authored/slots.ts';
import type { Example } from './example.ts';

const SIZE = 20_000;
const MIN_COUNT = 3;
const ANCHORS = 4_000;
const MIN_KNOWN_COUNT = 2;
const MIN_ANCHOR_LENGTH = 3;
/** A word is marked as harmful if its share of harmful texts is this far above the average. */
const HARMFUL_FROM = 0.4;
const MORE_INSULTS = [
  'idiots',
  'morons',
  'losers',
  'stupid',
  'dumb',
  'scum',
  'noob',
  'noobs',
  'kys',
];
/** Words in curse phrases ("to hell with") that aren't curses themselves. */
const MILD = new Set(
  'to hell with for sake sakes it of a son piece damn f goddamn god bloody effing screw crap wtf holy ing half'.split(
    ' ',
  ),
);
const LEET_WORD = /^(?=.*[a-z])[a-z0-9]{2,12}$/;
const NEGATIONS = new Set(
  'no not never nobody none nor neither without dont doesnt didnt isnt arent wasnt werent wont wouldnt cant cannot couldnt shouldnt aint hasnt havent stop against wrong'.split(
    ' ',
  ),
);

/** The lexicon, with the class and mark of each word by id. */
export interface Vocabulary extends LexiconData {
  /** A value of `WordClass` per id. */
  kinds: Uint8Array;
  /** Bits of `WordMark` per id: the class, plus flags for the engine's rules. */
  marks: Uint8Array;
}

export function wordAt(tokens: Tokens, at: number): string {
  return String.fromCharCode(...tokens.letters.subarray(tokens.from[at] ?? 0, tokens.to[at] ?? 0));
}

interface Count {
  all: number;
  /** Number of occurrences in rated texts, and the sum of these texts' ratings. */
  rated: number;
  harmful: number;
}

/** Collected by searching for words, so its words and its labels aren't independent. */
const UNRATED = 'davidson';

function countWords(examples: readonly Example[]): Map<string, Count> {
  const empty = { words: [], costs: new Uint8Array(0), anchors: [], known: new Int32Array(0) };
  const { normalise } = createNormaliser(createLexicon(empty));
  const counts = new Map<string, Count>();
  for (const { text, labels, source } of examples) {
    const tokens = normalise(text);
    const harm = Math.max(labels.toxicity ?? 0, labels.identityHate ?? 0);
    for (let at = 0; at < tokens.count; at += 1) {
      if (tokens.to[at] === tokens.from[at]) continue;
      let word = wordAt(tokens, at);
      if (tokens.disguised[at] === 1) {
        word = text.slice(tokens.sourceFrom[at], tokens.sourceTo[at]).toLowerCase();
        if (!LEET_WORD.test(word)) continue;
      }
      const count = counts.get(word);
      const rated = source === UNRATED ? 0 : 1;
      if (count === undefined) counts.set(word, { all: 1, rated, harmful: harm * rated });
      else {
        count.all += 1;
        count.rated += rated;
        count.harmful += harm * rated;
      }
    }
  }
  return counts;
}

/** How strongly a word suggests harm: its share of harmful texts compared with the average, discounted for rare words. */
function tellingness({ rated, harmful }: Count, share: number): number {
  const smoothed = (harmful + 2 * share) / (rated + 2);
  return (smoothed - share) * Math.min(1, Math.log(rated + 1) / 4);
}

function namesOf(slot: string): string[] {
  return (slots.get(slot) ?? []).flatMap((phrase) => phrase.split(' '));
}

function slurWords(): Set<string> {
  return new Set(
    [...namesOf('SLUR'), ...namesOf('SLURS')].filter(
      (word) => !['sand', 'camel', 'jockeys', 'jockey', 'bitch', 'bitches'].includes(word),
    ),
  );
}

/** Builds the vocabulary from the training texts: the most frequent words, and the anchors to look for behind disguises. */
export function buildVocabulary(examples: readonly Example[]): Vocabulary {
  const counts = countWords(examples);
  const slurs = slurWords();
  const must = new Set(
    [
      ...slurs,
      ...groupWords,
      ...NEGATIONS,
      ...namesOf('CURSEPERSON'),
      ...namesOf('KYS'),
      ...namesOf('SHIT'),
    ].filter((word) => /^[a-z]+$/.test(word)),
  );
  let total = 0;
  let harm = 0;
  let ratedTotal = 0;
  for (const { all, rated, harmful } of counts.values()) {
    total += all;
    ratedTotal += rated;
    harm += harmful;
  }
  const share = harm / ratedTotal;
  const ranked = [...counts].sort(([, a], [, b]) => b.all - a.all);
  const regular = ranked
    .filter(([word, { all }]) => all >= MIN_COUNT && !must.has(word))
    .slice(0, SIZE - SPECIAL_COUNT - must.size);
  const chosen = [...must, ...regular.map(([word]) => word)];
  const specials = Array.from({ length: SPECIAL_COUNT }, (_, id) => `\u0001${id}`);
  const words = [...specials, ...chosen];
  const ids = new Map(words.map((word, id) => [word, id]));
  const countOf = (word: string): Count => counts.get(word) ?? { all: 1, rated: 0, harmful: 0 };
  const costs = Uint8Array.from(words, (word) =>
    Math.min(255, Math.round(-10 * Math.log((countOf(word).all + 0.5) / total))),
  );
  const candidates = chosen
    .filter((word) => word.length >= MIN_ANCHOR_LENGTH && /^[a-z]+$/.test(word))
    .map((word) => {
      const score = Math.abs(tellingness(countOf(word), share)) + (must.has(word) ? 1 : 0);
      return { id: ids.get(word) ?? 0, score: score + Math.log(countOf(word).all + 1) / 25 };
    })
    .sort((a, b) => b.score - a.score);
  const anchors = candidates.slice(0, ANCHORS).map(({ id }) => id);
  const known = Int32Array.from(
    ranked
      .filter(([word, { all }]) => all >= MIN_KNOWN_COUNT && !ids.has(word))
      .map(([word]) => hashText(word)),
  );
  const kinds = Uint8Array.from(words, (word) => {
    if (slurs.has(word)) return WordClass.slur;
    if (groupWords.has(word)) return WordClass.group;
    return NEGATIONS.has(word) ? WordClass.negation : WordClass.none;
  });
  const curses = new Set([
    ...namesOf('CURSEPERSON'),
    ...namesOf('SHIT'),
    ...namesOf('FUCKING'),
    ...namesOf('FUCK'),
  ]);
  const insults = new Set(
    [...(slots.get('INSULT') ?? []), ...MORE_INSULTS].filter((phrase) => !phrase.includes(' ')),
  );
  const matcher = new RegExpMatcher({
    ...englishDataset.build(),
    ...englishRecommendedTransformers,
  });
  const marks = Uint8Array.from(words, (word, id) => {
    const isCurse =
      slurs.has(word) ||
      (word.length > 1 && curses.has(word) && !MILD.has(word)) ||
      matcher.hasMatch(word);
    const isGroup = kinds[id] === WordClass.group;
    const isTelling = word.length > 2 && tellingness(countOf(word), share) > HARMFUL_FROM;
    const isHarmful = isCurse || insults.has(word) || (isTelling && !isGroup);
    return (kinds[id] ?? 0) | (isCurse ? WordMark.curse : 0) | (isHarmful ? WordMark.harmful : 0);
  });
  return { words, costs, anchors, known, kinds, marks };
}
