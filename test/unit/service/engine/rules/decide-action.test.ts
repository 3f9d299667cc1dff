import { describe, expect, it } from 'vitest';
import { CATEGORIES, type Category } from '../../../../../src/service/engine/categories.ts';
import type { CategoryScores, Heads } from '../../../../../src/service/engine/engine.ts';
import {
  decideAction,
  type ActionDecision,
  type Opinion,
} from '../../../../../src/service/engine/rules/decide-action.ts';

const CALM: Heads = {
  toxicity: 0.3,
  identityMention: 0.1,
  identityHate: 0.1,
  political: 0.1,
  vulgar: 0.1,
  aggressive: 0.1,
  defensive: 0.1,
  sentiment: 0,
};
const THRESHOLDS = {
  base: { toxic: 0.5, hate: 0.5, flag: 0.7, flagHate: 0.9, flagAggressive: 0.9, delete: 0.95 },
  categories: { flag: CATEGORIES.map(() => 0.6), delete: CATEGORIES.map(() => 0.95) },
};

const scores = (high: Partial<Record<Category, number>>): CategoryScores => ({
  threat: 0.01,
  selfHarm: 0.01,
  groupAttack: 0.01,
  targetedSlur: 0.01,
  sexualHarassment: 0.01,
  doxxing: 0.01,
  extremism: 0.01,
  scam: 0.01,
  insult: 0.01,
  vulgarity: 0.01,
  ...high,
});

/** The decision about a text in which one category has these two probabilities. */
function decide(
  category: Category,
  own: number,
  adjusted: number,
  more: { toxicity?: number; words?: number } = {},
): ActionDecision {
  const opinion: Opinion = {
    heads: { ...CALM, toxicity: more.toxicity ?? CALM.toxicity },
    categories: scores({ [category]: own }),
    adjusted: scores({ [category]: adjusted }),
    words: more.words ?? 6,
  };
  return decideAction(opinion, THRESHOLDS);
}

describe('a text is deleted', () => {
  it('for a severe category that is certain by itself and likely, all considered', () => {
    expect(decide('threat', 0.96, 0.7)).toMatchObject({ action: 'delete', category: 'threat' });
  });

  it('for a severe category that is likely by itself and certain, all considered', () => {
    expect(decide('threat', 0.85, 0.96).action).toBe('delete');
    expect(decide('threat', 0.75, 0.96).action).toBe('flag');
  });

  it('for a severe category that is likely by itself if the base model finds the text toxic', () => {
    expect(decide('threat', 0.85, 0.7, { toxicity: 0.9 }).action).toBe('delete');
    expect(decide('threat', 0.85, 0.7).action).toBe('flag');
  });

  it('for the most extreme insults only', () => {
    expect(decide('insult', 0.95, 0.95, { toxicity: 0.96 }).action).toBe('delete');
    expect(decide('insult', 0.99, 0.99, { toxicity: 0.9 }).action).toBe('flag');
  });
});

describe('a long text is deleted', () => {
  it('only if the base model finds it toxic, or if it is a scam', () => {
    expect(decide('threat', 0.99, 0.99, { words: 40 }).action).toBe('flag');
    expect(decide('threat', 0.99, 0.99, { words: 40, toxicity: 0.7 }).action).toBe('delete');
    expect(decide('scam', 0.99, 0.99, { words: 40 }).action).toBe('delete');
  });

  it('only for what is certain by itself', () => {
    expect(decide('threat', 0.9, 0.99, { words: 40, toxicity: 0.9 }).action).toBe('flag');
  });
});

describe('a text is flagged', () => {
  it('if a category is likely, all considered', () => {
    expect(decide('doxxing', 0.3, 0.7)).toMatchObject({ action: 'flag', confidence: 0.7 });
    expect(decide('insult', 0.3, 0.7)).toMatchObject({ action: 'flag', category: 'insult' });
  });

  it('earlier if the base model finds it toxic, and earlier still if it has many words', () => {
    expect(decide('insult', 0.5, 0.5, { toxicity: 0.85 }).action).toBe('flag');
    expect(decide('insult', 0.5, 0.5, { toxicity: 0.75 }).action).toBe('pass');
    expect(decide('insult', 0.5, 0.3, { toxicity: 0.99, words: 16 }).action).toBe('flag');
    expect(decide('insult', 0.5, 0.3, { toxicity: 0.99 }).action).toBe('pass');
  });

  it('if a severe category is certain by itself only', () => {
    expect(decide('threat', 0.97, 0.5)).toMatchObject({ action: 'flag', confidence: 0.97 });
    expect(decide('insult', 0.97, 0.5).action).toBe('pass');
  });
});

describe('a text passes', () => {
  it('if nothing is certain by itself, and nothing likely, all considered', () => {
    expect(decide('threat', 0.9, 0.5)).toMatchObject({ action: 'pass', category: null });
  });

  it('if the base model alone suspects it', () => {
    expect(decide('threat', 0.1, 0.1, { toxicity: 0.99 })).toMatchObject({
      action: 'pass',
      isSuspected: true,
    });
  });

  it('if it is vulgar only', () => {
    expect(decide('vulgarity', 0.99, 0.99).action).toBe('pass');
  });
});
