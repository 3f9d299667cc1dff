import { describe, expect, it } from 'vitest';
import type { ServiceJudgement } from '../../../../src/moderation/case.ts';
import { defaultPolicy } from '../../../../src/moderation/policy/policy.ts';
import { MAX_SAMPLE_LENGTH } from '../../../../src/moderation/sample.ts';
import type { AuthorRank } from '../../../../src/moderation/snapshot.ts';
import { NO_WORDS } from '../../../../src/moderation/words/word-matcher.ts';
import { judgeText } from '../../../../src/pipeline/messages/judge.ts';
import { snapshot } from '../../../helpers/snapshots.ts';
import { verdict } from '../../../helpers/verdicts.ts';

/** Judges a text of as many samples as words; a word is the service's suggestion for its sample. */
async function judgeWords(words: readonly string[], rank: AuthorRank = 'member') {
  const checked: string[] = [];
  const length = words.length === 1 ? 10 : (words.length - 1) * 9800 + 1000;
  const decision = await judgeText({
    text: 'x'.repeat(length),
    policy: defaultPolicy,
    origin: snapshot({ author: { rank } }),
    words: NO_WORDS,
    async moderate(sample): Promise<ServiceJudgement> {
      const word = words[checked.length] ?? 'pass';
      checked.push(sample);
      return word === 'rejected'
        ? { kind: 'unchecked', reason: { key: 'No.' } }
        : { kind: 'verdict', verdict: verdict(word) };
    },
  });
  const judgement = decision?.judgement;
  const word = judgement?.kind === 'verdict' ? judgement.verdict.action : judgement?.kind;
  return { word, checked };
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
  ])('%j make %s, after %i checks', async (words, expected, count) => {
    const { word, checked } = await judgeWords(words);
    expect(word).toBe(expected);
    expect(checked).toHaveLength(count);
    for (const sample of checked) expect(sample.length).toBeLessThanOrEqual(MAX_SAMPLE_LENGTH);
  });

  it('a sample with withheld effects counts before one that only alerts', async () => {
    expect((await judgeWords(['flag', 'ban'], 'moderator')).word).toBe('ban');
  });
});
