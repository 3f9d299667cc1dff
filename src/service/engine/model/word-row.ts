import type { Tokens } from '../normalise/tokens.ts';
import { completeRow, WordClass, type WordRow } from './pairs.ts';
import { WordMark } from './weights.ts';

const INITIAL_WORDS = 4096;

/** Classifies a message's words. The returned arrays are reused by the next call. */
export function createWordClassifier(marks: Uint8Array): (tokens: Tokens) => WordRow {
  let kind = new Uint8Array(INITIAL_WORDS);
  let general = new Int32Array(INITIAL_WORDS);
  let negation = new Int32Array(INITIAL_WORDS);
  return (tokens) => {
    if (kind.length < tokens.count) {
      kind = new Uint8Array(tokens.count * 2);
      general = new Int32Array(tokens.count * 2);
      negation = new Int32Array(tokens.count * 2);
    }
    for (let at = 0; at < tokens.count; at += 1) {
      const id = tokens.id[at] ?? -1;
      kind[at] = id === -1 ? WordClass.none : (marks[id] ?? 0) & WordMark.classMask;
    }
    const row = { hash: tokens.hash, kind, general, negation, from: 0, to: tokens.count };
    completeRow(row);
    return row;
  };
}
