import { createThrottledErrorLog } from '../../../../src/shared/throttled-error-log.ts';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import { textOf } from '../../../../src/bot/domain/sample.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { StoppedError } from '../../../../src/shared/tasks/stopped-error.ts';
import { createIntake, type IntakeLimits } from '../../../../src/bot/judging/intake.ts';
import type { FlaggedMessage, JudgedMessage } from '../../../../src/bot/judging/judge.ts';
import type { MessageOutcome } from '../../../../src/bot/judging/outcome.ts';
import { createRetry } from '../../../../src/shared/tasks/retry.ts';
import { createWatermarks } from '../../../../src/bot/backfill/watermarks.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { decisionOn } from '../../../helpers/rules.ts';
import { GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { turn } from '../../../helpers/turn.ts';
import { verdict as verdictOf } from '../../../helpers/verdicts.ts';

const PASSED: JudgedMessage = { kind: 'passed' };

const verdict = { kind: 'verdict' as const, verdict: verdictOf('flag') };

function flagged(message: Snapshot): FlaggedMessage {
  return {
    kind: 'flagged',
    snapshot: message,
    earlierMessageIds: [],
    text: textOf(message),
    policy: defaultPolicy,
    decision: decisionOn({ origin: message, judgement: verdict, blockedWords: [] }),
  };
}

/** An intake whose messages are judged when the test says so, in any order. */
function createBench(limits: IntakeLimits = { capacity: 8, concurrency: 2 }) {
  const clock = createFakeClock();
  const logError = createThrottledErrorLog({ clock, logger: silentLogger });
  const { checkpoints } = createMemoryStores();
  const watermarks = createWatermarks({ checkpoints, clock, logError });
  const stopping = new AbortController();
  const { signal } = stopping;
  const judging = new Map<string, (judged: JudgedMessage) => void>();
  const acting = new Map<string, (outcome: MessageOutcome) => void>();
  const begun: string[] = [];
  const finished: string[] = [];
  const intake = createIntake({
    judge: (message) =>
      new Promise((resolve) => {
        begun.push(textOf(message));
        judging.set(textOf(message), resolve);
      }),
    act: ({ text }) => new Promise((resolve) => acting.set(text, resolve)),
    watermarks,
    clock,
    limits,
    signal,
    retry: createRetry({ clock, random: () => 0.5, signal, logError }),
    logError,
    onFinished: (message) => finished.push(textOf(message)),
  });
  const message = (n: number, text = `${n}`, editedAt: number | null = null): Snapshot =>
    snapshot({ messageId: idAt(n), text, editedAt });
  async function endJudging(text: string, judged: JudgedMessage = PASSED): Promise<void> {
    judging.get(text)?.(judged);
    await turn();
  }
  async function endActing(text: string, outcome: MessageOutcome): Promise<void> {
    acting.get(text)?.(outcome);
    await turn();
  }
  return { intake, watermarks, begun, finished, endJudging, endActing, message, stopping };
}

it('judges up to its limit at once, in order of arrival', async () => {
  const { intake, begun, endJudging, message } = createBench();
  for (const n of [1, 2, 3, 4]) expect(intake.offer(message(n))).toBe(true);
  expect(begun).toEqual(['1', '2']);
  await endJudging('2');
  expect(begun).toEqual(['1', '2', '3']);
  expect(intake.status()).toMatchObject({ waiting: 1, inFlight: 2 });
});

it('refuses a message when its server holds half of all places, and takes it when there is room', async () => {
  const { intake, endJudging, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  expect(intake.offer(message(5))).toBe(false);
  await endJudging('1');
  expect(intake.offer(message(5))).toBe(true);
});

it('takes a newer state of a message even when it is full', () => {
  const { intake, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  expect(intake.offer(message(3, 'changed', 10))).toBe(true);
});

it('frees the judging place of a message that only waits for Discord', async () => {
  const { intake, begun, finished, endJudging, endActing, message } = createBench();
  for (const n of [1, 2, 3]) intake.offer(message(n));
  await endJudging('1', flagged(message(1)));
  expect(begun).toEqual(['1', '2', '3']);
  expect(intake.status().inFlight).toBe(3);
  await endActing('1', { kind: 'acted', caseNumber: 1 });
  expect(finished).toEqual(['1']);
});

it('has room again for what was refused when a third of all places is left to it', async () => {
  const { intake, endJudging, message } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  let isFree = false;
  void intake.waitForRoom(GUILD).then(() => (isFree = true));
  expect(intake.hasRoom(GUILD)).toBe(false);
  await endJudging('1');
  expect(isFree).toBe(false);
  await endJudging('2');
  expect(isFree).toBe(true);
});

describe('a newer state of a message', () => {
  it('replaces a waiting one', async () => {
    const { intake, begun, endJudging, message } = createBench({ capacity: 8, concurrency: 1 });
    intake.offer(message(1));
    intake.offer(message(2, 'old'));
    intake.offer(message(2, 'new', 10));
    await endJudging('1');
    expect(begun).toEqual(['1', 'new']);
    await endJudging('new');
    expect(intake.status()).toMatchObject({ waiting: 0, inFlight: 0 });
  });

  it('waits for the one in flight, so that they are never judged at once', async () => {
    const { intake, begun, finished, endJudging, message } = createBench();
    intake.offer(message(1, 'old'));
    intake.offer(message(1, 'new', 10));
    await turn();
    expect(begun).toEqual(['old']);
    await endJudging('old');
    expect(begun).toEqual(['old', 'new']);
    await endJudging('new');
    expect(finished).toEqual(['old', 'new']);
  });

  it('is the only one that waits', async () => {
    const { intake, watermarks, begun, endJudging, message } = createBench();
    intake.offer(message(1, 'first'));
    intake.offer(message(1, 'second', 10));
    intake.offer(message(1, 'third', 20));
    await endJudging('first');
    await endJudging('third');
    expect(begun).toEqual(['first', 'third']);
    await watermarks.flush();
    // Nothing is left unfinished.
    expect(watermarks.find(message(1).channelId)).toBeNull();
  });

  it('ignores an older state that arrives late', async () => {
    const { intake, begun, endJudging, message } = createBench();
    intake.offer(message(1, 'first'));
    intake.offer(message(1, 'third', 20));
    intake.offer(message(1, 'second', 10));
    await endJudging('first');
    expect(begun).toEqual(['first', 'third']);
  });

  it('is ignored if the text is unchanged', async () => {
    const { intake, begun, endJudging, message } = createBench();
    intake.offer(message(1, 'same'));
    intake.offer(message(1, 'same'));
    await endJudging('same');
    expect(begun).toEqual(['same']);
  });

  it('with an embed that Discord added counts, although nobody edited it', async () => {
    const { intake, begun, endJudging, message } = createBench();
    intake.offer(message(1, 'a link'));
    intake.offer(message(1, 'a link\nits title'));
    await endJudging('a link');
    expect(begun).toEqual(['a link', 'a link\nits title']);
  });
});

it('starts nothing and releases everything that waits for room when the pipeline stops', async () => {
  const { intake, begun, endJudging, message, stopping } = createBench();
  for (const n of [1, 2, 3, 4]) intake.offer(message(n));
  const room = intake.waitForRoom(GUILD);
  const settled = intake.settled();
  stopping.abort(new StoppedError());
  await room;
  await endJudging('1');
  await endJudging('2');
  await settled;
  expect(begun).toEqual(['1', '2']);
});

it('judges an edit again that replaces a file by one of the same name', async () => {
  const { intake, begun, endJudging, message } = createBench();
  const withFile = (id: string): Snapshot => ({
    ...message(1, 'a'),
    files: [{ id, url: '', isCertain: true }],
  });
  intake.offer(withFile('1'));
  intake.offer(withFile('1'));
  intake.offer(withFile('2'));
  await endJudging('a');
  expect(begun).toEqual(['a', 'a']);
});

it('leaves half of its room to messages when other texts come in a flood', () => {
  const { intake, message } = createBench({ capacity: 9, concurrency: 2 });
  const name = (n: number): Snapshot => ({
    ...message(n),
    subject: 'name',
    messageId: `name:${n}`,
  });
  expect([1, 2, 3, 4].map((n) => intake.offer(name(n)))).toEqual([true, true, true, false]);
  expect([5, 6, 7].map((n) => intake.offer(message(n)))).toEqual([true, true, false]);
});
