import { describe, expect, it } from 'vitest';
import type { ServiceJudgement } from '../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import { MAX_SAMPLE_LENGTH } from '../../../../src/bot/domain/sample.ts';
import type { AuthorRank } from '../../../../src/bot/domain/snapshot.ts';
import { NO_WORDS } from '../../../../src/bot/domain/words/word-matcher.ts';
import { createJudge } from '../../../../src/bot/judging/judge.ts';
import { judgeText } from '../../../../src/bot/judging/judge-text.ts';
import { createSplitMessages } from '../../../../src/bot/judging/split-messages.ts';
import { matcherOf } from '../../../helpers/words.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';
import { verdict } from '../../../helpers/verdicts.ts';

/** Judges a text of as many samples as words; a word is the service's suggestion for its sample. */
async function judgeWords(words: readonly string[], rank: AuthorRank = 'member') {
  const checked: string[] = [];
  const length = words.length === 1 ? 10 : (words.length - 1) * 9800 + 1000;
  const { decision } = await judgeText({
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

describe('of a text with words on the server’s lists', () => {
  /** Judges a text with a service that suggests an action by what it reads. */
  async function judge(
    text: string,
    words: Parameters<typeof matcherOf>[0],
    suggest: (sample: string) => string | null,
  ) {
    const looks: boolean[] = [];
    const { decision } = await judgeText({
      text,
      policy: defaultPolicy,
      origin: snapshot(),
      words: matcherOf(words),
      async moderate(sample, isSecondLook): Promise<ServiceJudgement> {
        looks.push(isSecondLook);
        const action = suggest(sample);
        return action === null
          ? { kind: 'unchecked', reason: { key: 'No.' } }
          : { kind: 'verdict', verdict: verdict(action) };
      },
    });
    return { rule: decision?.rule, blockedWords: decision?.blockedWords, looks };
  }
  const deletes = (word: string) => (sample: string) => (sample.includes(word) ? 'delete' : 'pass');

  it('a blocked word decides, whatever the service suggests', async () => {
    const { rule, blockedWords } = await judge('my c4t', { blocked: ['cat'] }, () => 'pass');
    expect(rule).toEqual({ of: 'preset', preset: 'normal', id: 'blockedWords' });
    expect(blockedWords).toEqual(['cat']);
  });

  it('an allowed word does not count', async () => {
    const words = { allowed: ['bitch'] };
    const { rule, looks } = await judge('the bitch has puppies', words, deletes('bitch'));
    expect(rule).toBeUndefined();
    expect(looks).toEqual([false, true]);
  });

  it('what is bad without the allowed word stays bad', async () => {
    const words = { allowed: ['bitch'] };
    const { rule } = await judge('I kill you bitch', words, deletes('kill'));
    expect(rule).toMatchObject({ id: 'delete' });
  });

  it('an allowed word never makes a decision more severe', async () => {
    const suggest = (sample: string): string => (sample.includes('not') ? 'flag' : 'ban');
    const { rule } = await judge('I do not like them', { allowed: ['not'] }, suggest);
    expect(rule).toMatchObject({ id: 'flag' });
  });

  it('a harmless text with allowed words is judged once', async () => {
    expect((await judge('my dog', { allowed: ['dog'] }, () => 'pass')).looks).toEqual([false]);
  });

  it('a text of nothing but allowed words passes', async () => {
    const { rule, looks } = await judge('bitch', { allowed: ['bitch'] }, deletes('bitch'));
    expect(rule).toBeUndefined();
    expect(looks).toEqual([false]);
  });

  it('the first decision counts if the service cannot judge the rest', async () => {
    const suggest = (sample: string): string | null => (sample.includes('bitch') ? 'delete' : null);
    const { rule } = await judge('the bitch', { allowed: ['bitch'] }, suggest);
    expect(rule).toMatchObject({ id: 'delete' });
  });
});

describe('of a long text', () => {
  /** A bot with a service that finds `BAD`, and with these files. */
  function createBench({
    files = [],
    words = {},
  }: {
    files?: readonly { text: string; isCut?: boolean }[];
    words?: Parameters<typeof matcherOf>[0];
  } = {}) {
    const samples: string[] = [];
    let areWordsUnread = false;
    const judge = createJudge({
      serviceGate: {
        moderate(sample): Promise<ServiceJudgement> {
          samples.push(sample);
          const action = sample.includes('BAD') ? 'delete' : 'pass';
          return Promise.resolve({ kind: 'verdict', verdict: verdict(action) });
        },
      },
      policies: { get: () => Promise.resolve(defaultPolicy) },
      words: {
        async matcher() {
          if (!areWordsUnread) return matcherOf(words);
          areWordsUnread = false;
          throw new Error('The database is locked.');
        },
      },
      textFiles: {
        read: ({ id }) =>
          Promise.resolve({ kind: 'text', text: '', isCut: false, ...files[Number(id)] }),
      },
      splitMessages: createSplitMessages(),
      recentCopies: { add: () => null },
      copiesBeforeStart: { read: () => null },
    });
    const attached = files.map((_, id) => ({ id: `${id}`, url: '', isCertain: true }));
    const post = (overrides: Parameters<typeof snapshot>[0] = {}) =>
      judge(snapshot({ files: attached, ...overrides }));
    const failNextWords = (): void => {
      areWordsUnread = true;
    };
    return { post, samples, failNextWords };
  }
  const unchecked = (reason: string) => ({
    kind: 'flagged',
    decision: {
      judgement: { kind: 'unchecked', reason: { key: `alerts:uncheckedBecause.${reason}` } },
      effects: [{ kind: 'alert' }],
    },
  });
  // Too long to be joined with other messages.
  const SINCE_LONG = { text: 'here is the log of yesterday evening', author: { joinedAt: 0 } };
  const JUST_JOINED = { author: { joinedAt: Date.UTC(2024, 11, 31) } };
  const LINE = '2024-01-05 14:31:07 [info] Connected to www.example.org, 3 retries (100 %)\n';

  it('the service reads more than Discord shows, in at most eight requests', async () => {
    const inside = createBench({ files: [{ text: `${'x'.repeat(65_536)} BAD` }] });
    expect(await inside.post()).toMatchObject({ kind: 'flagged' });
    const files = Array.from({ length: 10 }, () => ({ text: LINE.repeat(800) }));
    const { post, samples } = createBench({ files });
    await post();
    expect(samples.length).toBeLessThanOrEqual(8);
  });

  it('blocked words are found beyond that', async () => {
    const files = [{ text: `${LINE.repeat(3000)} zebra` }];
    const { post, samples } = createBench({ files, words: { blocked: ['zebra'] } });
    expect(await post(SINCE_LONG)).toMatchObject({ decision: { blockedWords: ['zebra'] } });
    expect(samples.length).toBeLessThanOrEqual(8);
  });

  it('moderators are told of a rest that was not read, if the author is new', async () => {
    const { post } = createBench({ files: [{ text: LINE.repeat(3000) }] });
    expect(await post(JUST_JOINED)).toMatchObject(unchecked('restUnread'));
    expect(await post(SINCE_LONG)).toEqual({ kind: 'passed' });
  });

  it('moderators are told of a file that was too large to be read whole', async () => {
    const { post } = createBench({ files: [{ text: LINE, isCut: true }] });
    expect(await post(SINCE_LONG)).toMatchObject(unchecked('restUnread'));
  });

  it('an author’s long texts get thirty further requests in a minute', async () => {
    const { post, samples } = createBench({ files: [{ text: LINE.repeat(3000) }] });
    for (let index = 0; index < 10; index += 1) {
      await post({ ...SINCE_LONG, messageId: idAt(index) });
    }
    expect(samples).toHaveLength(10 + 30);
    await post({ ...SINCE_LONG, messageId: idAt(60_000) });
    expect(samples).toHaveLength(10 + 30 + 7);
  });

  it('a message that is tried again takes its requests once', async () => {
    const { post, samples, failNextWords } = createBench({ files: [{ text: LINE.repeat(3000) }] });
    for (let index = 0; index < 5; index += 1) {
      failNextWords();
      await expect(post({ ...SINCE_LONG, messageId: idAt(1) })).rejects.toThrow('database');
    }
    await post({ ...SINCE_LONG, messageId: idAt(1) });
    expect(samples).toHaveLength(7);
  });

  it('moderators are told if the server’s words take too long on it', async () => {
    const { post } = createBench({ words: { blocked: ['zebra'] } });
    const text = 'a**b**a 1 2 3 b a d baaa4d '.repeat(3_000);
    expect(await post({ ...SINCE_LONG, text })).toMatchObject(unchecked('tooLaborious'));
  });

  it('the words take not too long on an ordinary one', async () => {
    const { post } = createBench({ words: { blocked: ['zebra'] } });
    expect(await post({ text: LINE.repeat(900) })).toEqual({ kind: 'passed' });
  });
});
