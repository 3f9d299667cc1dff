import { z } from 'zod';
import { readSections, writeSections } from '../engine/model/sections.ts';

const metaSchema = z.object({
  /** The languages, in the order in which the first of equally likely ones wins. */
  languages: z.array(z.string()),
  /** The sign that stands for each byte of UTF-8 beyond ASCII; different bytes may share one. */
  signs: z.string().length(256),
  /** A regular expression for what separates words. */
  separators: z.string(),
});

/** How likely sequences of up to four letters are in each language: the statistics of the package `eld`. */
export interface Ngrams {
  meta: z.infer<typeof metaSchema>;
  /** Each sequence's first four signs, and the other two, packed into a number each. */
  first: Int32Array;
  rest: Uint16Array;
  /** How many languages have the sequence. */
  counts: Uint8Array;
  /** Sequence by sequence, the language in the upper bits and its score in the lower ones. */
  scores: Uint16Array;
}

/** Bits of a score. */
export const SCORE_BITS = 10;
/** Signs of a sequence in `first`; the others are in `rest`. */
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
