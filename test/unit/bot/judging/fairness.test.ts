import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../src/shared/clock.ts';
import { silentLogger } from '../../../../src/shared/logger.ts';
import { createThrottledErrorLog } from '../../../../src/shared/throttled-error-log.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import { textOf } from '../../../../src/bot/domain/sample.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createWatermarks } from '../../../../src/bot/backfill/watermarks.ts';
import { createIntake, type IntakeLimits } from '../../../../src/bot/judging/intake.ts';
import type { JudgedMessage } from '../../../../src/bot/judging/judge.ts';
import { createRetry } from '../../../../src/shared/tasks/retry.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createMemoryStores } from '../../../helpers/fakes/memory-stores.ts';
import { decisionOn } from '../../../helpers/rules.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';
import { turn } from '../../../helpers/turn.ts';
import { verdict } from '../../../helpers/verdicts.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

/** An intake whose messages are judged one by one, when the test says so. Texts with "bad" are flagged. */
function createBench(limits: IntakeLimits) {
  const clock = createFakeClock();
  const logError = createThrottledErrorLog({ clock, logger: silentLogger });
  const { checkpoints } = createMemoryStores();
  const { signal } = new AbortController();
  const judging: { snapshot: Snapshot; end: (judged: JudgedMessage) => void }[] = [];
  const begun: string[] = [];
  const intake = createIntake({
    judge: (message) =>
      new Promise((end) => {
        begun.push(textOf(message));
        judging.push({ snapshot: message, end });
      }),
    act: () => Promise.resolve({ kind: 'acted', caseNumber: 1 }),
    watermarks: createWatermarks({ checkpoints, clock, logError }),
    clock,
    limits,
    signal,
    retry: createRetry({ clock, random: () => 0.5, signal, logError }),
    logError,
    onFinished: () => undefined,
  });
  let sent = 0;

  function send(guildId: string, text: string, author: Partial<Snapshot['author']> = {}): boolean {
    sent += 1;
    return intake.offer(snapshot({ guildId, messageId: idAt(sent), text, author }));
  }

  /** Ends the judging of the oldest message. */
  async function judgeNext(): Promise<void> {
    const next = judging.shift();
    if (next === undefined) return;
    const text = textOf(next.snapshot);
    const judgement = { kind: 'verdict' as const, verdict: verdict('flag') };
    next.end(
      text.includes('bad')
        ? {
            kind: 'flagged',
            snapshot: next.snapshot,
            text,
            earlierMessageIds: [],
            policy: defaultPolicy,
            decision: decisionOn({ origin: next.snapshot, judgement, blockedWords: [] }),
          }
        : { kind: 'passed' },
    );
    await turn();
  }
  return { intake, clock, send, judgeNext, begun };
}

describe('between servers', () => {
  it('each gets its turn, no matter which came first', async () => {
    const { send, judgeNext, begun } = createBench({ capacity: 100, concurrency: 1 });
    for (const n of [1, 2, 3, 4]) send('1', `a${n}`);
    for (const n of [1, 2]) send('2', `b${n}`);
    send('3', 'c1');
    for (let n = 0; n < 6; n += 1) await judgeNext();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('a flood leaves places to others, and they to further ones', () => {
    const { send } = createBench({ capacity: 5000, concurrency: 64 });
    const taken = (guildId: string): number =>
      Array.from({ length: 6000 }, () => send(guildId, 'x')).filter(Boolean).length;
    expect(taken('1')).toBe(2500);
    expect(taken('2')).toBe(1250);
    expect(taken('3')).toBe(625);
    expect(send('4', 'x')).toBe(true);
  });

  it('one leaves judging places to others, however slowly its messages are judged', () => {
    const { send, begun } = createBench({ capacity: 5000, concurrency: 64 });
    for (let n = 0; n < 100; n += 1) send('1', 'a');
    expect(begun).toHaveLength(48);
    for (let n = 0; n < 100; n += 1) send('2', 'b');
    expect(begun.filter((text) => text === 'b')).toHaveLength(12);
    send('3', 'c');
    expect(begun).toContain('c');
  });

  it('each server has its own room, which a flood elsewhere does not take', () => {
    const { intake, send } = createBench({ capacity: 100, concurrency: 1 });
    for (let n = 0; n < 100; n += 1) send('1', 'x');
    expect([intake.hasRoom('1'), intake.hasRoom('2')]).toEqual([false, true]);
  });

  it('a server has room only if its next message is taken, however full the others make it', () => {
    const { intake, send } = createBench({ capacity: 20, concurrency: 1 });
    const broken: number[] = [];
    for (let server = 0; server < 40; server += 1) {
      for (let hasRoom = true, isTaken = true; isTaken;) {
        hasRoom = intake.hasRoom(`${server}`);
        isTaken = send(`${server}`, 'x');
        if (hasRoom && !isTaken) broken.push(server);
      }
    }
    expect(broken).toEqual([]);
  });

  it('no message waits for more than one of every other server before each of its own', async () => {
    const arrivals = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 120 });
    await fc.assert(
      fc.asyncProperty(arrivals, async (servers) => {
        const { send, judgeNext, begun } = createBench({ capacity: 5000, concurrency: 1 });
        for (const server of servers) send(`${server}`, `${server}`);
        while (begun.length < servers.length) await judgeNext();
        const distinct = new Set(servers).size;
        for (const server of new Set(servers)) {
          // The first began before the others came.
          const places = begun.flatMap((text, place) => (text === `${server}` ? [place] : []));
          for (const [own, place] of places.entries()) {
            expect(place).toBeLessThanOrEqual((own + 1) * distinct);
          }
        }
      }),
      { numRuns: runs(50) },
    );
  });
});

describe('within a server', () => {
  const oneAtATime = { capacity: 100, concurrency: 1 };

  it('members who joined within a day go first', async () => {
    const { clock, send, judgeNext, begun } = createBench(oneAtATime);
    send('1', 'now');
    send('1', 'old', { joinedAt: clock.now() - DAY_MS });
    send('1', 'unknown');
    send('1', 'new', { joinedAt: clock.now() - DAY_MS + 1 });
    for (let n = 0; n < 3; n += 1) await judgeNext();
    expect(begun).toEqual(['now', 'new', 'old', 'unknown']);
  });

  it('repetitions of a text that was just flagged go first, in this server only', async () => {
    const { send, judgeNext, begun } = createBench(oneAtATime);
    send('1', 'bad text');
    await judgeNext();
    send('1', 'a1');
    send('1', 'a2');
    send('1', 'bad text');
    await judgeNext();
    expect(begun.slice(1)).toEqual(['a1', 'bad text']);
    for (const text of ['b1', 'b2', 'bad text']) send('2', text);
    for (let n = 0; n < 4; n += 1) await judgeNext();
    expect(begun.slice(3)).toEqual(['a2', 'b1', 'b2', 'bad text']);
  });

  it('a text that was flagged minutes ago goes first no longer', async () => {
    const { clock, send, judgeNext, begun } = createBench(oneAtATime);
    send('1', 'bad text');
    await judgeNext();
    clock.advance(5 * 60_000 + 1);
    for (const text of ['a1', 'a2', 'bad text']) send('1', text);
    await judgeNext();
    expect(begun.slice(1)).toEqual(['a1', 'a2']);
  });

  it('the others are not starved: one of four messages is theirs', async () => {
    const { clock, send, judgeNext, begun } = createBench(oneAtATime);
    send('1', 'first');
    send('1', 'old');
    for (let n = 0; n < 6; n += 1) send('1', 'new', { joinedAt: clock.now() });
    for (let n = 0; n < 5; n += 1) await judgeNext();
    expect(begun).toEqual(['first', 'new', 'new', 'new', 'old', 'new']);
  });
});
