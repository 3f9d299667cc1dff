import { expect, it } from 'vitest';
import type { Example } from '../../../../../scripts/train/data/example.ts';
import { splitExamples, withoutTextsOf } from '../../../../../scripts/train/data/split.ts';

const example = (text: string, isHoldout: boolean): Example => ({
  text,
  source: 'authored',
  labels: {},
  group: text,
  weight: 1,
  isHoldout,
});

it('does not train on a text that is held out elsewhere', () => {
  const { training, holdout } = splitExamples([
    example('good game everyone', false),
    example('Get out', false),
    example('get out', true),
  ]);
  expect(withoutTextsOf(training, holdout).map(({ text }) => text)).toEqual(['good game everyone']);
});
