import { TAGS } from './tag-list.ts';
import { isContentWord, wordsOf } from './words.ts';

export interface Recommendation {
  /** Documented tags, best first. */
  tags: string[];
  /** Words in the transcript that occur together with documented tags, best first. */
  undocumentedTags: string[];
}

/** A term of the seed sentence counts as this many spoken ones. */
const SEED_WEIGHT = 2;
/** A tag needs two terms, or one term twice. */
const LOWEST_SCORE = 2;
/** A tag whose score is below this share of the best one is noise. */
const LOWEST_SHARE = 0.25;
const MAX_TAGS = 8;
const MAX_UNDOCUMENTED = 5;
/** A word must be spoken this often, because one that is spoken once says little. */
const LOWEST_COUNT = 2;

/** The tags each term supports. */
const TAGS_BY_TERM: ReadonlyMap<string, readonly string[]> = byTerm();

function byTerm(): Map<string, string[]> {
  const tags = new Map<string, string[]>();
  for (const [tag, terms] of Object.entries(TAGS)) {
    const compared = [tag, ...terms].map((term) => wordsOf(term).join(' '));
    for (const term of new Set(compared)) tags.set(term, [...(tags.get(term) ?? []), tag]);
  }
  return tags;
}

/** The documented terms among the words, both single words and pairs. */
function termsOf(words: readonly string[]): string[] {
  const pairs = words.map((word, index) => `${word} ${words[index + 1] ?? ''}`);
  return [...words, ...pairs].filter((term) => TAGS_BY_TERM.has(term));
}

function add(counts: Map<string, number>, key: string, amount: number): void {
  counts.set(key, (counts.get(key) ?? 0) + amount);
}

/** Highest score first, ties in alphabetical order. */
function best(scores: ReadonlyMap<string, number>, lowest: number, count: number): string[] {
  return [...scores]
    .filter(([, score]) => score >= lowest)
    .sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1))
    .slice(0, count)
    .map(([key]) => key);
}

/**
 * Recommends tags for a transcript (method: README.md). A tag's score is the sum of 1 + log2(count) over its terms; an
 * undocumented tag's score is the number of sentences it shares with a term of a recommended tag.
 */
export function recommendTags(sentences: readonly string[], seedSentence: string): Recommendation {
  const spoken = sentences.map(wordsOf);
  const seed = wordsOf(seedSentence);
  const termCounts = new Map<string, number>();
  for (const words of spoken) for (const term of termsOf(words)) add(termCounts, term, 1);
  for (const term of new Set(termsOf(seed))) add(termCounts, term, SEED_WEIGHT);

  const scores = new Map<string, number>();
  for (const [term, count] of termCounts) {
    for (const tag of TAGS_BY_TERM.get(term) ?? []) add(scores, tag, 1 + Math.log2(count));
  }
  const highest = Math.max(0, ...scores.values());
  const tags = best(scores, Math.max(LOWEST_SCORE, LOWEST_SHARE * highest), MAX_TAGS);
  return { tags, undocumentedTags: companions(spoken, new Set(seed), new Set(tags)) };
}

/**
 * Content words that aren't documented terms, ranked by the number of sentences in which they occur with such a term. Without
 * tags, every sentence counts.
 */
function companions(
  spoken: readonly (readonly string[])[],
  seed: ReadonlySet<string>,
  tags: ReadonlySet<string>,
): string[] {
  const counts = new Map<string, number>();
  const shared = new Map<string, number>();
  const counting = (term: string): boolean =>
    tags.size === 0 || (TAGS_BY_TERM.get(term) ?? []).some((tag) => tags.has(tag));
  for (const words of spoken) {
    const isInCompany = termsOf(words).some(counting);
    for (const word of words) {
      if (!isContentWord(word) || TAGS_BY_TERM.has(word)) continue;
      add(counts, word, 1);
      if (isInCompany) add(shared, word, 1);
    }
  }
  for (const [word, count] of counts) {
    if (count < LOWEST_COUNT) shared.delete(word);
    else if (shared.has(word) && seed.has(word)) add(shared, word, SEED_WEIGHT);
  }
  return best(shared, 1, MAX_UNDOCUMENTED);
}
