import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import { quantise } from '../../../../../src/service/engine/model/weights.ts';
import {
  CELLS,
  DIMENSIONS,
  INPUTS,
} from '../../../../../src/service/engine/severity/network-weights.ts';
import { createWordNetwork } from '../../../../../src/service/engine/severity/word-network.ts';
import { SIMILAR } from '../../../../../scripts/train/categories/similar-words.ts';
import { trainNetwork } from '../../../../../scripts/train/categories/train-network.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const WORDS = ['kill', 'stab', 'you', 'them', 'the', 'boss', 'level', 'please', 'now'] as const;
type Word = (typeof WORDS)[number];
const VIOLENT = 1;
/** `stab` is in no text, but has the class of `kill`. */
const CLASSES = WORDS.map((word) => (word === 'kill' || word === 'stab' ? VIOLENT : 0));
const THREATS: Word[][] = [
  ['kill', 'you'],
  ['kill', 'you', 'now'],
  ['please', 'kill', 'them', 'now'],
];
/** They share every three words in a row and differ at the start. */
const FAR_THREAT: Word[] = ['the', 'the', 'them', 'the', 'the', 'boss', 'the', 'the'];
const FAR_HARMLESS: Word[] = FAR_THREAT.toReversed();
const HARMLESS: Word[][] = [
  ['kill', 'the', 'boss'],
  ['kill', 'the', 'level', 'boss', 'now'],
  ['you', 'please', 'the', 'boss'],
];
const THREAT = CATEGORIES.indexOf('threat');

function trainOnExamples() {
  const random = createRandom(3);
  const texts = Array.from({ length: 400 }, () => [
    ...THREATS,
    FAR_THREAT,
    ...HARMLESS,
    FAR_HARMLESS,
  ]).flat();
  const start = new Int32Array(texts.length + 1);
  texts.forEach((text, index) => {
    start[index + 1] = (start[index] ?? 0) + text.length;
  });
  const labels = new Float32Array(texts.length * CATEGORIES.length).fill(-1);
  texts.forEach((text, index) => {
    labels[index * CATEGORIES.length + THREAT] = [...THREATS, FAR_THREAT].includes(text) ? 1 : 0;
  });
  const trained = trainNetwork(
    {
      start,
      words: Int32Array.from(texts.flat(), (word) => WORDS.indexOf(word)),
      base: new Float32Array(texts.length * (INPUTS - 2 * CELLS)),
      labels,
      weights: new Float32Array(texts.length).fill(1),
    },
    {
      own: Float32Array.from(
        { length: (WORDS.length + 1) * DIMENSIONS },
        () => random.normal() / 10,
      ),
      classes: Uint8Array.from([...CLASSES, 0]),
      classCount: VIOLENT,
      similar: new Int32Array((WORDS.length + 1) * SIMILAR).fill(-1),
    },
    { random, report: () => {} },
  );
  return createWordNetwork({
    ...trained,
    words: Int32Array.from(WORDS.keys(), hashOf),
    own: quantise(trained.own, DIMENSIONS),
  });
}

const hashOf = (index: number): number => (index + 1) * 7919;
const UNKNOWN = 4;
const network = trainOnExamples();

function run(...words: (Word | 'unheard')[]): number {
  const hashes = words.map((word) => (word === 'unheard' ? UNKNOWN : hashOf(WORDS.indexOf(word))));
  const out = new Float64Array(CATEGORIES.length);
  network.addTo({ words: Int32Array.from(hashes), count: words.length, base: null }, out);
  return out[THREAT] ?? 0;
}

describe('the network of words', () => {
  it('tells apart texts of the same words by what is beside them', () => {
    for (const text of THREATS) expect(run(...text)).toBeGreaterThan(1);
    for (const text of HARMLESS) expect(run(...text)).toBeLessThan(-1);
  });

  it('remembers what it has read', () => {
    expect(run(...FAR_THREAT)).toBeGreaterThan(run(...FAR_HARMLESS) + 1);
  });

  it('knows a word it never read by the class of the word', () => {
    expect(run('stab', 'you')).toBeGreaterThan(0);
    expect(run('stab', 'the', 'boss')).toBeLessThan(0);
  });

  it('reads unknown words, and a text without words', () => {
    expect(run('unheard', 'kill', 'you', 'unheard')).toBeGreaterThan(0);
    expect(run()).toBeLessThan(0);
  });

  it('names the words that decided', () => {
    run('please', 'kill', 'you');
    const shares = new Float64Array(3);
    network.explain(THREAT, shares);
    const [please = 0, kill = 0, you = 0] = shares;
    expect(Math.max(kill, you)).toBeGreaterThan(please);
  });
});
