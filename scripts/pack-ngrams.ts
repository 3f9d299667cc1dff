/*
 * Packs the letter statistics of the package `eld` (its small database, only the languages in use) into the file that the
 * language detector reads. In the package's own form, they take a third of a second and 70 MB to load.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { LANGUAGES } from '../src/service/language/detector.ts';
import { FIRST_SIGNS, SCORE_BITS, writeNgrams } from '../src/service/language/ngram-file.ts';

const FILE = 'src/service/language/ngrams.bin';
/** The package subtracts this from its scores; packing adds it back. */
const LEAST_SCORE = 53;

/** Loads a part of the package that it doesn't export. */
const load = async (path: string): Promise<unknown> =>
  import(pathToFileURL(resolve('node_modules/eld/src', path)).href);

const { ngramsData } = z
  .object({
    ngramsData: z.object({
      languages: z.record(z.string(), z.string()),
      ngrams: z.record(z.string(), z.record(z.string(), z.number())),
    }),
  })
  .parse(await load('ngrams/small.js'));
const { dictionary } = z
  .object({ dictionary: z.array(z.string().length(1)).length(256) })
  .parse(await load('dictionary.js'));
const { separators } = z
  .object({ separators: z.instanceof(RegExp) })
  .parse(await load('regexPatterns.js'));

const kept = Object.entries(ngramsData.languages).filter(([, code]) => LANGUAGES.includes(code));
const places = new Map(kept.map(([number], place) => [number, place]));
const pack = (signs: string): number =>
  Array.from(signs).reduce((packed, sign) => (packed << 8) | sign.charCodeAt(0), 0);

const rows = Object.entries(ngramsData.ngrams)
  .map(([sequence, scores]) => ({
    sequence,
    scores: Object.entries(scores).flatMap(([number, score]) => {
      const place = places.get(number);
      return place === undefined ? [] : [(place << SCORE_BITS) | (score + LEAST_SCORE)];
    }),
  }))
  .filter(({ scores }) => scores.length > 0);

writeFileSync(
  FILE,
  writeNgrams({
    meta: {
      languages: kept.map(([, code]) => code),
      signs: dictionary.join(''),
      separators: separators.source,
    },
    first: Int32Array.from(rows, ({ sequence }) => pack(sequence.slice(0, FIRST_SIGNS))),
    rest: Uint16Array.from(rows, ({ sequence }) => pack(sequence.slice(FIRST_SIGNS))),
    counts: Uint8Array.from(rows, ({ scores }) => scores.length),
    scores: Uint16Array.from(rows.flatMap(({ scores }) => scores)),
  }),
);
