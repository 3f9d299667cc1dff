import { expect, it } from 'vitest';
import { authoredExamples } from '../../../../../../scripts/train/data/authored/expand.ts';
import { KINDS } from '../../../../../../scripts/train/data/authored/kinds.ts';
import { readLines } from '../../../../../../scripts/train/data/authored/read-lines.ts';
import { TRAINING_SEED } from '../../../../../../scripts/train/random.ts';

it('reads the lines of a file by family, without comments', () => {
  const families = Object.values(readLines('threat'));
  expect(families.length).toBeGreaterThan(12);
  expect(families.flat().some((line) => line === '' || line.startsWith('#'))).toBe(false);
});

it('holds out whole families of lines, so that the figures are about unseen wordings, and none of the hard ones', () => {
  const byFamily = new Map<string, Set<boolean | undefined>>();
  for (const { source, family, isHoldout } of authoredExamples(TRAINING_SEED, 0.1)) {
    if (!source.startsWith('authored chat lines')) continue;
    const key = `${source}: ${family}`;
    byFamily.set(key, (byFamily.get(key) ?? new Set()).add(isHoldout));
  }
  const mixed = [...byFamily].filter(([, values]) => values.size > 1).map(([key]) => key);
  expect(mixed).toEqual([]);
  const heldOut = [...byFamily].filter(([, values]) => values.has(true)).map(([key]) => key);
  expect(heldOut.length).toBeGreaterThan(16);
  expect(heldOut.filter((key) => key.startsWith('authored chat lines hard'))).toEqual([]);
});

it('holds out none of the clear lines, of which every kind of lines has some', () => {
  const kinds = KINDS.filter(({ name }) => name.startsWith('chat lines '));
  const clear = kinds.filter(({ name }) => name.startsWith('chat lines clear '));
  expect(clear.length).toBe(kinds.length / 3);
  expect(clear.filter(({ holdout }) => holdout !== 'nothing')).toEqual([]);
});
