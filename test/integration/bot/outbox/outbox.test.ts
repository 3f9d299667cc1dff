import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createWorkContext } from '../../../../src/bot/composition/pipeline/context.ts';
import type { PostUrgency } from '../../../../src/bot/domain/posts/urgency.ts';
import {
  createPostLimiter,
  type PostLimiter,
} from '../../../../src/bot/domain/posts/post-limiter.ts';
import { createDeliverPost } from '../../../../src/bot/outbox/deliver-post.ts';
import { createOutbox, type Outbox } from '../../../../src/bot/outbox/outbox.ts';
import type { PostKind, PostView } from '../../../../src/bot/outbox/post-kind.ts';
import { createPostStore, type PostStore } from '../../../../src/bot/storage/posts.ts';
import { StoppedError } from '../../../../src/shared/tasks/stopped-error.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import {
  createFakeMessenger,
  FORBIDDEN,
  UNAVAILABLE,
} from '../../../helpers/fakes/fake-messenger.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

const GUILD = '300000000000000001';
const CHANNEL = '7';
const START = Date.parse('2026-03-09T08:00:00Z');

interface Bed {
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly messenger: ReturnType<typeof createFakeMessenger>;
  readonly store: PostStore;
  readonly log: readonly string[];
  /** The text of each subject; what is missing has nothing to show. */
  readonly texts: Map<string, string>;
  /** Changes the views. */
  view: (subject: string) => Partial<PostView>;
  kind: Partial<Pick<PostKind, 'pauseMs' | 'isEdited'>>;
  urgency: PostUrgency | null;
  /** A process of the bot. Its predecessor is stopped, or killed if it waits for Discord. */
  start(overrides?: { postLimiter?: PostLimiter; store?: PostStore }): Promise<Outbox>;
  want(outbox: Outbox, subject: string, urgency?: PostUrgency): Promise<void>;
  /** What is posted now, oldest first. */
  shown(): string[];
  /** Advances the clock until the condition holds. */
  until(condition: () => boolean, stepMs?: number): Promise<void>;
}

async function open(url?: string): Promise<Bed> {
  const clock = createFakeClock(START);
  const messenger = createFakeMessenger(clock);
  const { database } = await openTestState(url);
  const { logger, lines: log } = createLogSink();
  let stop = (): void => undefined;
  onTestFinished(() => stop());
  const bed: Bed = {
    clock,
    messenger,
    store: createPostStore(database, clock),
    log,
    texts: new Map(),
    view: () => ({}),
    kind: {},
    urgency: null,
    async start({ postLimiter = createPostLimiter(clock), store = bed.store } = {}) {
      stop();
      const stopping = new AbortController();
      stop = () => stopping.abort(new StoppedError());
      const random = (): number => 0.5;
      const context = createWorkContext({ clock, random, logger, signal: stopping.signal });
      const outbox = createOutbox({
        ...context,
        store,
        deliver: createDeliverPost({ ...context, store, messenger, postLimiter }),
        owns: () => true,
        editPauseMs: 0,
      });
      outbox.add({
        name: 'review',
        pauseMs: 0,
        isEdited: true,
        ...bed.kind,
        async load({ subject, kind: name }) {
          const text = bed.texts.get(subject);
          if (text === undefined) return { dueAt: 'never' };
          if (text === 'bug') throw new TypeError('a bug');
          return {
            urgency: bed.urgency,
            target: { kind: 'channel', channelId: CHANNEL },
            isSame: ({ content }) => content.startsWith(`${name} ${subject}:`),
            body: () => ({ content: `${name} ${subject}: ${text}`, embeds: [{ title: text }] }),
            shown: () => ({ dueAt: null }),
            unusable: () => null,
            ...bed.view(subject),
          };
        },
      });
      await outbox.start();
      return outbox;
    },
    want: (outbox, subject, urgency = 'ordinary') =>
      outbox.want({ guildId: GUILD, kind: 'review', subject, urgency }),
    shown: () => messenger.messages.map(({ body }) => body.embeds?.[0]?.title ?? ''),
    until: (condition, stepMs = 1000) =>
      vi.waitFor(
        () => {
          clock.advance(stepMs);
          expect(condition()).toBe(true);
        },
        { timeout: 5000, interval: 2 },
      ),
  };
  return bed;
}

/** Posts “one” in a process that is killed before it knows. Since then, the text is “two”. */
async function killWhilePosting(bed: Bed): Promise<void> {
  bed.texts.set('a', 'one');
  bed.messenger.losesNextAnswer = true;
  await bed.want(await bed.start(), 'a');
  await bed.until(() => bed.shown().join() === 'one');
  bed.texts.set('a', 'two');
}

describeOnEveryDatabase((newDatabase) => {
  const openBed = async (): Promise<Bed> => open(await newDatabase());

  it('posts what is wanted once, and edits it when it has changed', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    const outbox = await bed.start();
    await bed.want(outbox, 'a');
    await bed.until(() => bed.shown().join() === 'one');
    bed.texts.set('a', 'two');
    await bed.want(outbox, 'a');
    await bed.until(() => bed.shown().join() === 'two');
    expect(bed.messenger.messages).toHaveLength(1);
    expect(bed.messenger.edits).toHaveLength(1);
  });

  it('finds what an earlier process posted before it was killed, and brings it up to date', async () => {
    const bed = await openBed();
    await killWhilePosting(bed);
    bed.clock.advance(3_600_000);
    await bed.start();
    await bed.until(() => bed.shown().join() === 'two');
    expect(bed.messenger.searched).toEqual([CHANNEL]);
  });

  it('repeats the nonce of an attempt of the last minutes, so that Discord returns a message it does not list yet', async () => {
    const bed = await openBed();
    await killWhilePosting(bed);
    bed.messenger.findsNothing = true;
    bed.clock.advance(60_000);
    await bed.start();
    await bed.until(() => bed.shown().join() === 'two');
    expect(bed.messenger.messages).toHaveLength(1);
  });

  it('looks for a message only after an attempt', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    await bed.store.want({ guildId: GUILD, kind: 'review', subject: 'a', urgency: 'ordinary' });
    await bed.start();
    await bed.until(() => bed.shown().join() === 'one');
    expect(bed.messenger.searched).toEqual([]);
  });

  it('posts what an earlier process was killed with before it could', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    bed.messenger.failure = UNAVAILABLE;
    await bed.want(await bed.start(), 'a');
    await bed.until(() => bed.log.join().includes('posting failed'));
    bed.messenger.failure = null;
    await bed.start();
    await bed.until(() => bed.shown().join() === 'one');
    expect(bed.messenger.searched.length).toBeGreaterThan(0);
  });

  it('posts anew what somebody has deleted, unless the kind has another answer', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    bed.texts.set('b', 'two');
    bed.view = (subject) => (subject === 'b' ? { gone: () => ({ dueAt: 'never' }) } : {});
    const outbox = await bed.start();
    for (const subject of ['a', 'b']) await bed.want(outbox, subject);
    await bed.until(() => bed.shown().length === 2);
    bed.messenger.messages.splice(0);
    for (const subject of ['a', 'b']) await bed.want(outbox, subject);
    await bed.until(() => bed.shown().join() === 'one');
    await vi.waitFor(async () =>
      expect(await outbox.get({ guildId: GUILD, kind: 'review', subject: 'b' })).toBeNull(),
    );
  });

  it('posts the most urgent first', async () => {
    const bed = await openBed();
    for (const [subject, urgency] of [
      ['a', 'ordinary'],
      ['b', 'summary'],
      ['c', 'severest'],
      ['d', 'deletion'],
    ] as const) {
      bed.texts.set(subject, urgency);
      await bed.store.want({ guildId: GUILD, kind: 'review', subject, urgency });
    }
    await bed.start();
    await bed.until(() => bed.shown().length === 4);
    expect(bed.shown()).toEqual(['severest', 'deletion', 'ordinary', 'summary']);
  });

  it('waits for a place at the limiter, unless the kind has another answer', async () => {
    const bed = await openBed();
    bed.urgency = 'ordinary';
    for (const subject of ['a', 'b']) bed.texts.set(subject, subject);
    const counted: string[] = [];
    bed.view = (subject) =>
      subject === 'b'
        ? { crowded: () => ({ dueAt: 'never', write: async () => counted.push(subject) }) }
        : {};
    const postLimiter = createPostLimiter(bed.clock);
    const places = Array.from({ length: 6 }, () => postLimiter.take(GUILD, 'ordinary'));
    const outbox = await bed.start({ postLimiter });
    for (const subject of ['a', 'b']) await bed.want(outbox, subject);
    await bed.until(() => counted.length === 1);
    expect(bed.shown()).toEqual([]);
    for (const place of places) place?.giveUp();
    await bed.until(() => bed.shown().join() === 'a');
    expect(counted).toEqual(['b']);
  });

  it('tries again what had no channel, at once when something has changed', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    bed.messenger.failure = FORBIDDEN;
    const outbox = await bed.start();
    await bed.want(outbox, 'a');
    await bed.until(() => bed.log.join().includes('Discord refused a post'), 0);
    bed.messenger.failure = null;
    outbox.retryNow(GUILD);
    await bed.until(() => bed.shown().join() === 'one', 0);
    expect(bed.messenger.searched).toEqual([]);
  });

  it('does not let one bug hold up other posts', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'bug');
    bed.texts.set('b', 'two');
    const outbox = await bed.start();
    await bed.want(outbox, 'a', 'severest');
    await bed.want(outbox, 'b');
    await bed.until(() => bed.shown().join() === 'two');
    expect(bed.log.join()).toContain('a bug');
    bed.texts.set('a', 'one');
    await bed.until(() => bed.shown().length === 2);
  });

  it('merges changes into one edit for each pause', async () => {
    const bed = await openBed();
    bed.kind = { pauseMs: 5000 };
    bed.texts.set('a', '0');
    const outbox = await bed.start();
    await bed.want(outbox, 'a');
    await bed.until(() => bed.shown().length === 1, 0);
    for (let count = 1; count <= 20; count += 1) {
      bed.texts.set('a', String(count));
      await bed.want(outbox, 'a');
    }
    await bed.until(() => bed.shown().join() === '20');
    expect(bed.messenger.edits.length).toBeLessThanOrEqual(2);
    expect(bed.clock.now()).toBeGreaterThanOrEqual(START + 5000);
  });

  it('shows what changed while it was shown', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    let outbox: Outbox | null = null;
    bed.view = () => ({
      async body() {
        const text = bed.texts.get('a') ?? '';
        if (text === 'one') {
          bed.texts.set('a', 'two');
          if (outbox !== null) await bed.want(outbox, 'a');
        }
        return { content: 'review a:', embeds: [{ title: text }] };
      },
    });
    outbox = await bed.start();
    await bed.want(outbox, 'a');
    await bed.until(() => bed.shown().join() === 'two');
    expect(bed.messenger.edits).toHaveLength(1);
  });

  it('writes together with a post what belongs to it, or neither', async () => {
    const bed = await openBed();
    bed.texts.set('a', 'one');
    let fails = true;
    bed.view = () => ({
      shown: () => ({
        dueAt: null,
        write: async () => {
          if (fails) throw new Error('disk full');
        },
      }),
    });
    const outbox = await bed.start();
    await bed.want(outbox, 'a');
    await bed.until(() => bed.log.join().includes('disk full'), 0);
    const ref = { guildId: GUILD, kind: 'review', subject: 'a' } as const;
    expect((await outbox.get(ref))?.message).toBeNull();
    fails = false;
    await vi.waitFor(async () => {
      bed.clock.advance(1000);
      expect((await outbox.get(ref))?.message).not.toBeNull();
    });
    expect(bed.messenger.messages).toHaveLength(1);
  });
});

it('posts each subject exactly once however often the process is killed, in any order of what happens', async () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('want' as const), subject: fc.constantFrom('a', 'b', 'c') }),
      fc.record({ kind: fc.constant('kill' as const), at: fc.integer({ min: 0, max: 6 }) }),
      fc.record({ kind: fc.constant('outage' as const) }),
      fc.record({ kind: fc.constant('wait' as const) }),
    ),
    { minLength: 1, maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const bed = await open();
      let outbox = await bed.start();
      let revision = 0;
      const wanted = new Set<string>();
      for (const step of sequence) {
        if (step.kind === 'want') {
          revision += 1;
          wanted.add(step.subject);
          bed.texts.set(step.subject, `${step.subject} ${revision}`);
          await bed.want(outbox, step.subject);
        }
        if (step.kind === 'outage') {
          bed.messenger.failure = UNAVAILABLE;
          await bed.until(() => true);
          bed.messenger.failure = null;
        }
        if (step.kind === 'kill') {
          // The process ends before this write or this answer.
          let left = step.at;
          bed.messenger.losesNextAnswer = step.at % 2 === 0;
          const dying: PostStore = {
            ...bed.store,
            save: (...args) => ((left -= 1) < 0 ? new Promise(() => {}) : bed.store.save(...args)),
          };
          await bed.start({ store: dying });
          for (let turn = 0; turn < 5; turn += 1) await bed.until(() => true);
          bed.messenger.losesNextAnswer = false;
          outbox = await bed.start();
        }
        if (step.kind === 'wait') await bed.until(() => true);
      }
      const expected = [...wanted].map((subject) => bed.texts.get(subject) ?? '');
      expected.sort((a, b) => a.localeCompare(b));
      const shown = (): string[] => bed.shown().toSorted((a, b) => a.localeCompare(b));
      await bed.until(() => shown().join() === expected.join(), 10_000);
      for (let turn = 0; turn < 5; turn += 1) await bed.until(() => true, 60_000);
      expect(shown()).toEqual(expected);
    }),
    { numRuns: runs(30) },
  );
});
