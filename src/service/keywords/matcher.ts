import type { Keyword } from '../store/addons.ts';
import { createEdges } from './edges.ts';
import { read } from './read.ts';

/**
 * Looks for all keywords in one pass: a trie is walked from every place where a word may begin. A text of n characters
 * costs about n steps, and at worst n times the longest keyword.
 */
export interface KeywordMatcher {
  readonly size: number;
  has(normalised: string): boolean;
  add(keyword: Keyword): void;
  remove(normalised: string): void;
  /** The keywords in a text, as they were registered, in the order in which they end first; at most `limit`. */
  find(text: string, limit: number): string[];
}

/** Nodes of removed keywords stay until there are as many of these as keywords, and so many more. */
const SPARE_REMOVALS = 1_000;

function createTrie() {
  const edges = createEdges();
  /** The keyword that ends at a node. */
  const ends: (string | null)[] = [null];

  return {
    edges,
    ends,
    /** The node at the end of a path that is made where it is missing. */
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
    find(text, limit) {
      const found = new Set<string>();
      if (keywords.size === 0) return [];
      const { edges, ends } = trie;
      const { units, inWord } = read(text);
      for (let start = 0; start < units.length; start += 1) {
        if (inWord[start] === true && inWord[start - 1] === true) continue;
        let node = 0;
        for (let at = start; at < units.length; at += 1) {
          node = edges.follow(node, units[at] ?? 0);
          if (node === 0) break;
          const keyword = ends[node] ?? null;
          if (keyword === null || (inWord[at] === true && inWord[at + 1] === true)) continue;
          found.add(keyword);
          if (found.size === limit) return [...found];
        }
      }
      return [...found];
    },
  };
}
