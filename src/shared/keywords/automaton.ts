import { areSpent, type Steps } from '../steps.ts';
import { createTrieEdges } from './trie-edges.ts';

/** Next step of a scan after a match: look for a shorter match with the same end, go to the next position, or stop. */
export type AfterMatch = 'shorter' | 'next' | 'stop';

/** Finds fixed patterns in a text (Aho-Corasick). */
export interface Automaton {
  /**
   * Reports the patterns that end at each position, longer ones first: the pattern's index and the position after the match.
   * Takes at most two steps per unit, and one per match. Ends early when the steps are used up.
   */
  scan(
    units: readonly number[],
    steps: Steps,
    onMatch: (pattern: number, to: number) => AfterMatch,
  ): void;
}

const NONE = -1;

/** Patterns must not be empty. */
export function createAutomaton(patterns: readonly string[]): Automaton {
  const edges = createTrieEdges();
  const nodes = [{ parent: 0, unit: 0, depth: 0 }];
  /** The first pattern that ends at each node; then, for each pattern, the next one that ends at the same node. */
  const firstOf: number[] = [NONE];
  const nextOf: number[] = [];

  for (const [index, pattern] of patterns.entries()) {
    let node = 0;
    for (let at = 0; at < pattern.length; at += 1) {
      const unit = pattern.charCodeAt(at);
      let next = edges.follow(node, unit);
      if (next === 0) {
        next = nodes.push({ parent: node, unit, depth: at + 1 }) - 1;
        firstOf.push(NONE);
        edges.add(node, unit, next);
      }
      node = next;
    }
    nextOf[index] = firstOf[node] ?? NONE;
    firstOf[node] = index;
  }

  /** For each node, the node of the longest proper suffix of its path. */
  const fallbacks = new Int32Array(nodes.length);
  /** For each node, the nearest suffix that is a pattern; 0: none. */
  const suffixes = new Int32Array(nodes.length);

  function follow(from: number, unit: number): number {
    let node = from;
    for (;;) {
      const next = edges.follow(node, unit);
      if (next !== 0 || node === 0) return next;
      node = fallbacks[node] ?? 0;
    }
  }

  const byDepth = nodes.map((node, index) => ({ ...node, index })).slice(1);
  byDepth.sort((a, b) => a.depth - b.depth);
  for (const { index, parent, unit, depth } of byDepth) {
    const fallback = depth === 1 ? 0 : follow(fallbacks[parent] ?? 0, unit);
    fallbacks[index] = fallback;
    suffixes[index] = firstOf[fallback] === NONE ? (suffixes[fallback] ?? 0) : fallback;
  }

  /** Reports the patterns that end at a position. */
  function reportAt(
    node: number,
    to: number,
    steps: Steps,
    onMatch: (pattern: number, to: number) => AfterMatch,
  ): AfterMatch {
    let end = firstOf[node] === NONE ? (suffixes[node] ?? 0) : node;
    for (; end !== 0; end = suffixes[end] ?? 0) {
      for (let pattern = firstOf[end] ?? NONE; pattern !== NONE;) {
        steps.used += 1;
        const after = onMatch(pattern, to);
        if (after !== 'shorter') return after;
        pattern = nextOf[pattern] ?? NONE;
      }
    }
    return 'next';
  }

  return {
    scan(units, steps, onMatch) {
      let node = 0;
      for (let at = 0; at < units.length; at += 1) {
        if (areSpent(steps)) return;
        // Each unit goes one node deeper and each fallback at least one node back, so there are at most as many fallbacks as
        // units.
        steps.used += 2;
        node = follow(node, units[at] ?? 0);
        if (reportAt(node, at + 1, steps, onMatch) === 'stop') return;
      }
    },
  };
}
