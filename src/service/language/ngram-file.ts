import { z } from 'zod';
import { readSections, writeSections } from '../engine/model/sections.ts';

const metaSchema = z.object({
  /** The languages. Of equally likely ones, the first in this order wins. */
  languages: z.array(z.string()),
  /** The sign for each byte of UTF-8 beyond ASCII; different bytes may share a sign. */
  signs: z.string().length(256),
  /** A regular expression that matches what separates words. */
  separators: z.string(),
});

/** The likelihood of sequences of up to four letters in each language: the statistics of the package `eld`. */
export interface Ngrams {
  meta: z.infer<typeof metaSchema>;
  /** The first four signs of each sequence, packed into a number, and its other two, packed into another. */
  first: Int32Array;
  rest: Uint16Array;
  /** Number of languages that have the sequence. */
  counts: Uint8Array;
  /** For each sequence in turn, its languages and scores: the language is in the upper bits, the score in the lower ones. */
  scores: Uint16Array;
}

/** Number of bits that a score takes. */
export const SCORE_BITS = 10;
/** Number of a sequence's signs that are in `first`; the others are in `rest`. */
export const FIRST_SIGNS = 4;

export function writeNgrams({ meta, ...arrays }: Ngrams): Uint8Array {
  return writeSections(meta, arrays);
}

export function readNgrams(file: Uint8Array): Ngrams {
  const sections = readSections(file);
  const [first, rest] = [sections.get('first'), sections.get('rest')];
  const [counts, scores] = [sections.get('counts'), sections.get('scores')];
  const fits =
    first instanceof Int32Array &&
    rest instanceof Uint16Array &&
    counts instanceof Uint8Array &&
    scores instanceof Uint16Array;
  if (!fits) throw new TypeError('the statistics of letters do not fit this version');
  return { meta: metaSchema.parse(sections.meta), first, rest, counts, scores };
}
