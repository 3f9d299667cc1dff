import {
  createKeywordMatcher,
  type KeywordMatch,
  type KeywordMatcher,
  type MatchEdges,
} from '../../../shared/keywords/matcher.ts';
import { normaliseText, type NormalisedText } from '../../../shared/keywords/normalise.ts';
import { readingsOf } from './disguises.ts';
import { withoutMentions, type WordPattern } from './word-pattern.ts';

/** How many blocked words of one text a case names. */
export const MAX_NAMED_WORDS = 5;

/** Which of these words a text contains. */
export interface WordMatcher {
  /**
   * The blocked words of a text, as they were entered, without those that an allowed word covers; at most `MAX_NAMED_WORDS`.
   * Without `wildcards`, only whole words: in a text that was joined from several, parts of words mean nothing.
   */
  blockedIn(text: string, options?: { readonly wildcards: boolean }): string[];
  /** The text with blanks in place of its allowed words; null: it has none. */
  withoutAllowed(text: string): string | null;
}

/** Of a server that listed none. */
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
  const blockedWords = compile(blocked);
  const allowedWords = compile(allowed);

  /** The parts of a text that allowed words cover. */
  function allowedSpans(text: NormalisedText, length: number): Span[] {
    return allowedWords.flatMap((group) =>
      [...group.matcher.matches(text)].map((match) =>
        spanOf(text, wholeWords(text, match, group), length),
      ),
    );
  }

  return {
    blockedIn(text, { wildcards } = { wildcards: true }) {
      if (blocked.length === 0) return [];
      const written = normaliseText(withoutMentions(text));
      const spans = allowedSpans(written, text.length);
      const found = new Set<string>();
      for (const reading of readingsOf(written)) {
        for (const { matcher, startsAnywhere, endsAnywhere } of blockedWords) {
          if (!wildcards && (startsAnywhere || endsAnywhere)) continue;
          for (const match of matcher.matches(reading)) {
            if (found.has(match.keyword)) continue;
            const { from, to } = spanOf(reading, match, text.length);
            if (spans.some((span) => span.from <= from && to <= span.to)) continue;
            found.add(match.keyword);
            if (found.size === MAX_NAMED_WORDS) return [...found];
          }
        }
      }
      return [...found];
    },
    withoutAllowed(text) {
      const spans = allowedSpans(normaliseText(withoutMentions(text)), text.length);
      if (spans.length === 0) return null;
      let rest = text;
      for (const { from, to } of spans) {
        rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to);
      }
      return rest;
    },
  };
}

/** Positions in the text. */
interface Span {
  readonly from: number;
  readonly to: number;
}

interface Group extends MatchEdges {
  readonly matcher: KeywordMatcher;
}

/** A matcher for each kind of wildcard in use. */
function compile(words: readonly WordPattern[]): Group[] {
  const groups: Group[] = [];
  for (const { text, normalised, startsAnywhere, endsAnywhere } of words) {
    let group = groups.find(
      (existing) =>
        existing.startsAnywhere === startsAnywhere && existing.endsAnywhere === endsAnywhere,
    );
    if (group === undefined) {
      const edges = { startsAnywhere, endsAnywhere };
      group = { ...edges, matcher: createKeywordMatcher(edges) };
      groups.push(group);
    }
    group.matcher.add({ keyword: text, normalised });
  }
  return groups;
}

/** A match, up to the ends of its word where the pattern has a wildcard. */
function wholeWords(
  { inWord }: NormalisedText,
  match: KeywordMatch,
  { startsAnywhere, endsAnywhere }: MatchEdges,
): Span {
  let { from, to } = match;
  if (startsAnywhere) while (inWord[from] === true && inWord[from - 1] === true) from -= 1;
  if (endsAnywhere) while (inWord[to] === true && inWord[to - 1] === true) to += 1;
  return { from, to };
}

/** Where units `from` up to, but not including, `to` are in a text of this length. */
function spanOf({ sources }: NormalisedText, { from, to }: Span, length: number): Span {
  return { from: sources[from] ?? 0, to: sources[to] ?? length };
}
