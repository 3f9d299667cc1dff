import { createAutomaton, type AfterMatch } from '../../../shared/keywords/automaton.ts';
import { normaliseText, type NormalisedText } from '../../../shared/keywords/normalise.ts';
import { areSpent, createSteps, type Steps } from '../../../shared/steps.ts';
import { readingsOf } from './disguises.ts';
import { createSplitWordFinder } from './split-words.ts';
import { withoutMentions, type WordPattern } from './word-pattern.ts';

/** How many blocked words of one text a case names. */
export const MAX_NAMED_WORDS = 5;

interface BlockedOptions {
  /** False: only whole words. In a text that was joined from several, parts of words mean nothing. Default: true. */
  readonly wildcards?: boolean;
  /** Once they are spent, the rest of the text is not looked at. Default: no limit. */
  readonly steps?: Steps;
}

/** Finds words in a text. Takes time in proportion to the text. */
export interface WordMatcher {
  /**
   * The blocked words of a text, as they were entered and in the order of the list, without those that an allowed word
   * covers; at most `MAX_NAMED_WORDS`.
   */
  blockedIn(text: string, options?: BlockedOptions): string[];
  /** The text with blanks in place of its allowed words; null: it has none. */
  withoutAllowed(text: string): string | null;
}

/** For a server that listed none. */
export const NO_WORDS: WordMatcher = { blockedIn: () => [], withoutAllowed: () => null };

/**
 * Blocked words are found in disguise, too. Allowed words count only as they are written, because a reading that excuses a
 * text must not be a guess.
 */
export function createWordMatcher({
  blocked,
  allowed,
}: {
  readonly blocked: readonly WordPattern[];
  readonly allowed: readonly WordPattern[];
}): WordMatcher {
  if (blocked.length === 0 && allowed.length === 0) return NO_WORDS;
  const findBlocked = createFinder(blocked);
  const findSplit = createSplitWordFinder(blocked);
  const findAllowed = createFinder(allowed);

  /**
   * For each position of a text, how far the allowed words reach that begin there or before. Never stops early, because a
   * word that excuses a text must not be overlooked.
   */
  function reachOf(written: NormalisedText, length: number, steps: Steps): Int32Array {
    const reach = new Int32Array(length + 1);
    const wholeWord = createWordEdges(written);
    const own = createSteps();
    findAllowed(written, own, (word, match) => {
      const { from, to } = spanOf(written, wholeWord(match, word), length);
      reach[from] = Math.max(reach[from] ?? 0, to);
      // Skips shorter words with the same end: they cover no more.
      return 'next';
    });
    for (let at = 1; at <= length; at += 1) {
      reach[at] = Math.max(reach[at] ?? 0, reach[at - 1] ?? 0);
    }
    steps.used += own.used + written.units.length + length;
    return reach;
  }

  return {
    blockedIn(text, { wildcards = true, steps = createSteps() } = {}) {
      if (blocked.length === 0) return [];
      const written = normaliseText(withoutMentions(text));
      steps.used += text.length;
      let reach: Int32Array | null = null;
      const found = new Set<WordPattern>();
      for (const reading of readingsOf(written, steps)) {
        const take = (word: WordPattern, match: Span): AfterMatch => {
          if (!wildcards && (word.startsAnywhere || word.endsAnywhere)) return 'shorter';
          if (found.has(word)) return 'shorter';
          // Few texts contain a blocked word, so the others are not searched for allowed ones.
          reach ??= reachOf(written, text.length, steps);
          const { from, to } = spanOf(reading, match, text.length);
          // Skips shorter words with the same end: the allowed word covers them, too.
          if ((reach[from] ?? 0) >= to) return 'next';
          found.add(word);
          return found.size < MAX_NAMED_WORDS ? 'shorter' : 'stop';
        };
        findBlocked(reading, steps, take);
        if (found.size < MAX_NAMED_WORDS) findSplit(reading, steps, take);
        if (found.size === MAX_NAMED_WORDS || areSpent(steps)) break;
      }
      return blocked.filter((word) => found.has(word)).map((word) => word.text);
    },
    withoutAllowed(text) {
      if (allowed.length === 0) return null;
      const written = normaliseText(withoutMentions(text));
      const reach = reachOf(written, text.length, createSteps());
      const units = Array.from({ length: text.length }, (_, at) => text.charAt(at));
      const rest = units.map((unit, at) => ((reach[at] ?? 0) > at ? ' ' : unit));
      return rest.every((unit, at) => unit === units[at]) ? null : rest.join('');
    },
  };
}

/** Units or positions in the text, from `from` up to, but not including, `to`. */
interface Span {
  readonly from: number;
  readonly to: number;
}

type Find = (
  text: NormalisedText,
  steps: Steps,
  onMatch: (word: WordPattern, match: Span) => AfterMatch,
) => void;

function createFinder(words: readonly WordPattern[]): Find {
  const automaton = createAutomaton(words.map(({ normalised }) => normalised));
  return ({ units, inWord }, steps, onMatch) => {
    const isInside = (at: number): boolean => inWord[at] === true && inWord[at - 1] === true;
    automaton.scan(units, steps, (index, to) => {
      const word = words[index];
      if (word === undefined) return 'shorter';
      const from = to - word.normalised.length;
      if (!word.startsAnywhere && isInside(from)) return 'shorter';
      if (!word.endsAnywhere && isInside(to)) return 'shorter';
      return onMatch(word, { from, to });
    });
  };
}

/** Extends matches up to the ends of their words, where the pattern has a wildcard. */
function createWordEdges({ inWord }: NormalisedText): (match: Span, word: WordPattern) => Span {
  const { length } = inWord;
  const isInside = (at: number): boolean => inWord[at] === true && inWord[at - 1] === true;
  const starts = new Int32Array(length + 1);
  const ends = new Int32Array(length + 1);
  for (let at = 0; at <= length; at += 1) starts[at] = isInside(at) ? (starts[at - 1] ?? 0) : at;
  for (let at = length; at >= 0; at -= 1) ends[at] = isInside(at) ? (ends[at + 1] ?? at) : at;
  return ({ from, to }, { startsAnywhere, endsAnywhere }) => ({
    from: startsAnywhere ? (starts[from] ?? from) : from,
    to: endsAnywhere ? (ends[to] ?? to) : to,
  });
}

/** The place of a span of units in a text of this length. */
function spanOf({ sources }: NormalisedText, { from, to }: Span, length: number): Span {
  return { from: sources[from] ?? 0, to: sources[to] ?? length };
}
