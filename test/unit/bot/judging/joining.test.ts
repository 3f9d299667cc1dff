import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJudgeText } from '../../../../scripts/evaluate/presets/outcome.ts';
import { readLines } from '../../../../scripts/train/data/authored/read-lines.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import type { Part } from '../../../../src/bot/domain/snapshot.ts';
import { NO_WORDS, type WordMatcher } from '../../../../src/bot/domain/words/word-matcher.ts';
import { createJudge, type JudgedMessage } from '../../../../src/bot/judging/judge.ts';
import { createSplitMessages } from '../../../../src/bot/judging/split-messages.ts';
import { engine } from '../../../helpers/engine.ts';
import { createLanguageDetector } from '../../../../src/service/language/detector.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';
import { matcherOf } from '../../../helpers/words.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

/* Messages of one author, judged with the engine that people use. */

const judgeText = createJudgeText(engine, await createLanguageDetector());

type Message = string | readonly Part[];

/** Judges messages that follow each other in four seconds. */
async function say(
  messages: readonly Message[],
  words: WordMatcher = NO_WORDS,
): Promise<JudgedMessage[]> {
  const judge = createJudge({
    serviceGate: {
      moderate: async (sample) => ({ kind: 'verdict', verdict: judgeText(sample) }),
    },
    policies: { get: async () => defaultPolicy },
    words: { matcher: async () => words },
    textFiles: { read: () => Promise.reject(new Error('There are no files.')) },
    splitMessages: createSplitMessages(),
    recentCopies: { add: () => null },
    copiesBeforeStart: { read: () => null },
  });
  const judged: JudgedMessage[] = [];
  for (const [index, message] of messages.entries()) {
    const parts =
      typeof message === 'string' ? [{ kind: 'content' as const, text: message }] : message;
    judged.push(await judge(snapshot({ parts, messageId: idAt(4000 * (index + 1)) })));
  }
  return judged;
}

/** The messages that are deleted, by their place. */
function deletedIn(judged: readonly JudgedMessage[]): number[] {
  return judged.flatMap((result, index) => {
    if (result.kind !== 'flagged') return [];
    if (!result.decision.effects.some(({ kind }) => kind === 'delete')) return [];
    return [...result.earlierMessageIds, idAt(4000 * (index + 1))].map(
      (id) => judged.findIndex((_, place) => idAt(4000 * (place + 1)) === id) + 1,
    );
  });
}

describe('parts of a text are deleted together', () => {
  it.each([
    [
      ['go kill', 'yourself'],
      [1, 2],
    ],
    [
      ['oh', 'kill', 'yourself'],
      [2, 3],
    ],
    [
      ['hello', 'k', 'y', 's'],
      [2, 3, 4],
    ],
    [
      ['ki', 'll your', 'self'],
      [1, 2, 3],
    ],
  ])('%j', async (messages, places) => {
    expect(deletedIn(await say(messages))).toEqual(places);
  });
});

describe('a blocked word is found in messages that spell it', () => {
  it.each([
    [
      ['f u', 'c k'],
      [1, 2],
    ],
    [
      ['z o r', 'p l e'],
      [1, 2],
    ],
    [
      ['hey', 'z o', 'r p', 'l e'],
      [2, 3, 4],
    ],
    [
      ['f', 'u', 'c k'],
      [1, 2, 3],
    ],
    [
      ['f u c', 'k'],
      [1, 2],
    ],
    [
      ['zor', 'ple'],
      [1, 2],
    ],
    [
      ['hey', 'zo r', 'ple'],
      [2, 3],
    ],
  ])('%j', async (messages, places) => {
    const words = matcherOf({ blocked: ['fuck', 'zorple'] });
    expect(deletedIn(await say(messages, words))).toEqual(places);
  });

  it('but not where two ways to read them meet', async () => {
    const words = matcherOf({ blocked: ['dabc'] });
    expect(await say(['a b', 'c d'], words)).toEqual([{ kind: 'passed' }, { kind: 'passed' }]);
  });
});

describe('a harmless message stays', () => {
  it('that is a sentence of its own before a fitting word', async () => {
    expect(deletedIn(await say(['kill -9 and then cry', 'lol', 'yourself']))).toEqual([]);
    expect(deletedIn(await say(['go kill', 'kill -9 and then cry', 'yourself']))).toEqual([]);
  });

  it('whose neighbours have files with fitting names', async () => {
    const file = (text: string): readonly Part[] => [{ kind: 'attachment', text }];
    expect(await say(['edit 88', file('long.mp3'), file('a.wav')])).toEqual(
      Array.from({ length: 3 }, () => ({ kind: 'passed' })),
    );
  });

  it('that stands between the parts', async () => {
    expect(deletedIn(await say(['kill', 'brb', 'yourself']))).not.toContain(2);
  });

  it('of the ordinary chat lines of the training, in any order of up to six', async () => {
    const lines = ['harmless-chat', 'harmless-personal', 'harmless-trade', 'harmless-knowledge']
      .flatMap((name) => Object.values(readLines(name)).flat())
      .filter((line) => line.length <= 25 && !line.includes('{'));
    expect(lines.length).toBeGreaterThan(200);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...lines), { minLength: 2, maxLength: 6 }),
        async (messages) => {
          const joined = (await say(messages)).filter(
            (result) => result.kind === 'flagged' && result.earlierMessageIds.length > 0,
          );
          expect(joined).toEqual([]);
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

it('what was only guessed and is not certain is left to people', async () => {
  const judged = await say(['find you', 'find you']);
  const last = judged.at(-1);
  if (last?.kind !== 'flagged') throw new Error('It was not flagged.');
  expect(last.decision.effects).toEqual([{ kind: 'alert' }]);
});
