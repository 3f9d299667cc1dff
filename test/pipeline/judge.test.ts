import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../../src/moderation/policy.ts';
import { MAX_SAMPLE_LENGTH } from '../../src/moderation/sample.ts';
import type { Standing } from '../../src/moderation/snapshot.ts';
import { judge, type Finding, type Judged } from '../../src/pipeline/judge.ts';
import { verdict } from '../helpers/verdicts.ts';

/** Judges a text of as many samples as words; a word is the service's suggestion for its sample. */
async function judgeWords(words: readonly string[], standing: Standing = 'member') {
  const asked: string[] = [];
  const length = words.length === 1 ? 10 : (words.length - 1) * 9800 + 1000;
  const finding: Finding | null = await judge({
    text: 'x'.repeat(length),
    policy: defaultPolicy,
    standing,
    async ask(sample): Promise<Judged> {
      const word = words[asked.length] ?? 'pass';
      asked.push(sample);
      return word === 'rejected'
        ? { kind: 'rejected', reason: 'No.' }
        : { kind: 'verdict', verdict: verdict(word) };
    },
  });
  const { judgement } = finding ?? {};
  const word = judgement?.kind === 'verdict' ? judgement.verdict.action : judgement?.kind;
  return { word, asked };
}

describe('of several samples', () => {
  it.each<[string[], string | undefined, number]>([
    [['pass'], undefined, 1],
    [['pass', 'pass', 'pass'], undefined, 3],
    [['pass', 'ban', 'pass'], 'ban', 2],
    [['delete', 'ban', 'pass'], 'delete', 1],
    [['flag', 'ban'], 'ban', 2],
    [['flag', 'review', 'pass'], 'flag', 3],
    [['rejected', 'ban'], 'ban', 2],
    [['rejected', 'flag'], 'unchecked', 2],
    [['frobnicate', 'pass'], 'frobnicate', 2],
  ])('%j make %s, asked %i times', async (words, expected, asks) => {
    const { word, asked } = await judgeWords(words);
    expect(word).toBe(expected);
    expect(asked).toHaveLength(asks);
    for (const sample of asked) expect(sample.length).toBeLessThanOrEqual(MAX_SAMPLE_LENGTH);
  });

  it('one that would act on a moderator counts before one that only alerts', async () => {
    expect((await judgeWords(['flag', 'ban'], 'moderator')).word).toBe('ban');
  });
});
