import { expect, it } from 'vitest';
import { attributeScores } from '../../../../src/service/attributes/attribute-scores.ts';
import { TOXICITY_LANGUAGES } from '../../../../src/service/attributes/attributes.ts';
import { loadWeights } from '../../../../src/service/engine/engine-weights.ts';
import { engine } from '../../../helpers/engine.ts';

it('supports toxicity in English and in every language with a model', () => {
  const codes = loadWeights().languages.map(({ meta }) => meta.code);
  expect([...TOXICITY_LANGUAGES].toSorted()).toEqual(['en', ...codes].toSorted());
});

it.each([
  ['TOXICITY', 'you are a pathetic piece of shit', 'what a lovely morning, thank you all'],
  ['INSULT', 'you are a stupid idiot', 'the museum opens at nine'],
  ['THREAT', 'I will find you and kill you', 'how do I kill a process in the terminal'],
  ['PROFANITY', 'fuck this shit', 'I would rather not do this'],
  ['IDENTITY_ATTACK', 'all jews are vermin and must die', 'my jewish friend baked a cake'],
] as const)('scores %s high for what it is, and low for what it is not', (attribute, bad, good) => {
  expect(attributeScores(engine.assess(bad))[attribute]).toBeGreaterThan(0.6);
  expect(attributeScores(engine.assess(good))[attribute]).toBeLessThan(0.2);
});
