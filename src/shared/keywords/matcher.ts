import { createSteps, type Steps } from '../steps.ts';
import { createTrieEdges } from './trie-edges.ts';
import { normaliseText, type NormalisedText } from './normalise.ts';

export interface Keyword {
  /** The registered spelling. */
  readonly keyword: string;
  readonly normalised: string;
}

/**
 * Matches all keywords in one pass by walking a trie from every possible start. The cost is roughly linear in the text's length;
 * in the worst case it is multiplied by the length of the longest keyword.
 */
export interface KeywordMatcher {
  readonly size: number;
  has(normalised: string): boolean;
  add(keyword: Keyword): void;
  remove(normalised: string): void;
  /**
   * The matching keywords as registered, by first occurrence, shorter ones first; at most `limit`. `steps` counts the visited
   * nodes of the trie.
   */
  find(text: string, limit: number, steps?: Steps): string[];
}

/** The trie is rebuilt once the removals exceed the number of keywords by this many. */
const SPARE_REMOVALS = 1_000;

function createTrie() {
  const edges = createTrieEdges();
  /** The keyword that ends at each node. */
  const ends: (string | null)[] = [null];

  return {
    edges,
    ends,
    /** Returns the node at the end of a path, creating missing nodes. */
    reach(normalised: string): number {
      let node = 0;
      for (let index = 0; index < normalised.length; index += 1) {
        const unit = normalised.charCodeAt(index);
        let next = edges.follow(node, unit);
        if (next === 0) {
          next = ends.push(null) - 1;
          edges.add(node, unit, next);
        }
        node = next;
      }
      return node;
    },
  };
}

export function createKeywordMatcher(): KeywordMatcher {
  const keywords = new Map<string, string>();
  let trie = createTrie();
  let removals = 0;

  function insert(normalised: string, keyword: string): void {
    trie.ends[trie.reach(normalised)] = keyword;
  }

  /** Yields the keyword of every match in the order of their starts, shorter ones first. */
  function* matches({ units, inWord }: NormalisedText, steps: Steps): Generator<string> {
    const { edges, ends } = trie;
    for (let start = 0; start < units.length; start += 1) {
      if (inWord[start] === true && inWord[start - 1] === true) continue;
      let node = 0;
      for (let at = start; at < units.length; at += 1) {
        steps.used += 1;
        node = edges.follow(node, units[at] ?? 0);
        if (node === 0) break;
        const keyword = ends[node] ?? null;
        if (keyword === null) continue;
        if (inWord[at] === true && inWord[at + 1] === true) continue;
        yield keyword;
      }
    }
  }

  return {
    get size() {
      return keywords.size;
    },
    has: (normalised) => keywords.has(normalised),
    add({ keyword, normalised }) {
      keywords.set(normalised, keyword);
      insert(normalised, keyword);
    },
    remove(normalised) {
      if (!keywords.delete(normalised)) return;
      trie.ends[trie.reach(normalised)] = null;
      removals += 1;
      if (removals < keywords.size + SPARE_REMOVALS) return;
      trie = createTrie();
      removals = 0;
      for (const [form, keyword] of keywords) insert(form, keyword);
    },
    find(text, limit, steps = createSteps()) {
      const found = new Set<string>();
      if (keywords.size === 0) return [];
      for (const keyword of matches(normaliseText(text), steps)) {
        found.add(keyword);
        if (found.size === limit) break;
      }
      return [...found];
    },
  };
}
