import { areSpent, type Steps } from '../steps.ts';
import { createTrieEdges } from './trie-edges.ts';

/** How a scan goes on after a match: to a shorter match with the same end, to the next position, or not at all. */
export type AfterMatch = 'shorter' | 'next' | 'stop';

/** Finds fixed patterns in a text (Aho-Corasick). */
export interface Automaton {
  /**
   * Reports the patterns that end at each position: by index, with the position after the match; longer ones first. Takes at
   * most two steps per unit, and one per match. Ends early if the steps are spent.
   */
  scan(
    units: readonly number[],
    steps: Steps,
    onMatch: (pattern: number, to: number) => AfterMatch,
  ): void;
}

const NONE = -1;

/** No pattern may be empty. */
export function createAutomaton(patterns: readonly string[]): Automaton {
  const edges = createTrieEdges();
  const nodes = [{ parent: 0, unit: 0, depth: 0 }];
  /** The first pattern that ends at each node, and after each pattern the next one of the same node. */
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

  /** The node of the longest proper suffix of each node's path. */
  const fallbacks = new Int32Array(nodes.length);
  /** The nearest of a node's suffixes that is a pattern; 0: none. */
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
        // Every fallback gives back a unit, so there are at most as many as units.
        steps.used += 2;
        node = follow(node, units[at] ?? 0);
        if (reportAt(node, at + 1, steps, onMatch) === 'stop') return;
      }
    },
  };
}
