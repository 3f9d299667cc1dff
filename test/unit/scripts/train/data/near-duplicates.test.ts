import { expect, it } from 'vitest';
import { groupNearDuplicates } from '../../../../../scripts/train/data/near-duplicates.ts';

it('groups texts that differ in one word or emoji', () => {
  const texts = ['i like my new 🐶 a lot', 'the weather is fine', 'i like my new 🐱 a lot'];
  expect(groupNearDuplicates(texts)).toEqual([texts[0], texts[1], texts[0]]);
});

it('groups texts that are alike only through a third one', () => {
  const texts = ['one two three four', 'five six three four', 'two three four five'];
  expect(new Set(groupNearDuplicates(texts))).toEqual(new Set(['one two three four']));
});

it('keeps texts apart that share less than half of their words', () => {
  const texts = ['we play at nine tonight', 'we eat at ten tomorrow'];
  expect(groupNearDuplicates(texts)).toEqual(texts);
});
