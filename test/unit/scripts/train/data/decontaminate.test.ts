import { describe, expect, it } from 'vitest';
import type { Example } from '../../../../../scripts/train/data/example.ts';
import { decontaminate } from '../../../../../scripts/train/data/decontaminate.ts';

const example = (text: string): Example => ({
  text,
  source: 'a set',
  labels: {},
  group: text,
  weight: 1,
});
const left = (texts: readonly string[], tested: readonly string[]): string[] =>
  decontaminate(texts.map(example), tested).map(({ text }) => text);

describe('decontamination removes', () => {
  it('texts that are in a test set', () => {
    expect(left(['the sun rises in the east', 'it rains'], ['the sun rises in the east'])).toEqual([
      'it rains',
    ]);
  });

  it('the same texts with other punctuation, names and URLs', () => {
    const tested = ['RT @someone The sun rises: don’t look! https://a.example/b'];
    expect(left(["@another rt the sun rises, don't look"], tested)).toEqual([]);
  });

  it('no texts of three words, which are too common', () => {
    expect(left(['thank you all'], ['Thank you all!'])).toEqual(['thank you all']);
  });

  it('no texts that merely start alike', () => {
    expect(left(['the sun rises in the east'], ['the sun rises in the east again'])).toHaveLength(
      1,
    );
  });
});
