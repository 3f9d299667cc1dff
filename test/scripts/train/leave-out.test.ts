import { describe, expect, it } from 'vitest';
import type { Example } from '../../../scripts/train/example.ts';
import { withoutTested } from '../../../scripts/train/leave-out.ts';

const example = (text: string): Example => ({
  text,
  source: 'a set',
  labels: {},
  group: text,
  weight: 1,
});
const left = (texts: readonly string[], tested: readonly string[]): string[] =>
  withoutTested(texts.map(example), tested).map(({ text }) => text);

describe('what training leaves out', () => {
  it('is a text that stands in a test set', () => {
    expect(left(['the sun rises in the east', 'it rains'], ['the sun rises in the east'])).toEqual([
      'it rains',
    ]);
  });

  it('is the same text with other signs, names and addresses', () => {
    const tested = ['RT @someone The sun rises: don’t look! https://a.example/b'];
    expect(left(["@another rt the sun rises, don't look"], tested)).toEqual([]);
  });

  it('is not a text of three words, which anybody may have written', () => {
    expect(left(['thank you all'], ['Thank you all!'])).toEqual(['thank you all']);
  });

  it('is not a text that merely begins alike', () => {
    expect(left(['the sun rises in the east'], ['the sun rises in the east again'])).toHaveLength(
      1,
    );
  });
});
