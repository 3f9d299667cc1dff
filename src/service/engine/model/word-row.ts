import type { Tokens } from '../normalise/tokens.ts';
import { WordClass, type WordRow } from './pairs.ts';
import { WordMark } from './weights.ts';

/** The classes of a message's words, beside the tokens they belong to. Reused; grows when it must. */
export function createClassifier(marks: Uint8Array): (tokens: Tokens) => WordRow {
  let kind = new Uint8Array(4096);
  return (tokens) => {
    if (kind.length < tokens.count) kind = new Uint8Array(tokens.count * 2);
    for (let at = 0; at < tokens.count; at += 1) {
      const id = tokens.id[at] ?? -1;
      kind[at] = id === -1 ? WordClass.none : (marks[id] ?? 0) & WordMark.classMask;
    }
    return { hash: tokens.hash, kind, from: 0, to: tokens.count };
  };
}
