import { beforeEach, expect, it } from 'vitest';
import type { Case } from '../../../../src/bot/domain/case.ts';
import { defaultPolicy } from '../../../../src/bot/domain/policy/policy.ts';
import type { MessagePreview } from '../../../../src/bot/domain/preview.ts';
import type { Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { subjectText, type Appeal } from '../../../../src/bot/domain/reviews/review.ts';
import type { AppealAnswers } from '../../../../src/bot/domain/reviews/review-ports.ts';
import type { Pipeline } from '../../../../src/bot/composition/pipeline/pipeline.ts';
import { activeEffectsOf } from '../../../../src/bot/domain/actions/active-effects.ts';
import { caseDraft } from '../../../helpers/cases.ts';
import { FORBIDDEN, UNAVAILABLE } from '../../../helpers/fakes/fake-messenger.ts';
import { createMemoryReviews, type MemoryReviews } from '../../../helpers/fakes/memory-reviews.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';
import { pass, turn } from '../../../helpers/turn.ts';
import { createWorld, type World, type Overrides } from '../composition/pipeline/world.ts';

const BY = { id: '5', name: 'moderator' };
const UNTIL = 2_000_000_000_000;

let world: World;
let record: Case;
let reviews: MemoryReviews;
let answers: { decision: string; resumed: boolean }[];

beforeEach(async () => {
  world = createWorld();
  reviews = createMemoryReviews(world.posts);
  answers = [];
  record = await world.stores.cases.open(
    caseDraft({
      steps: [
        { effect: { kind: 'timeout' }, outcome: { status: 'done', at: 1, until: UNTIL } },
        { effect: { kind: 'alert' }, outcome: { status: 'done', at: 1 } },
      ],
      closedAt: 1,
    }),
    'text',
    30,
  );
});

const appealAnswers: AppealAnswers = {
  async send({ decision }, { resumed }) {
    answers.push({ decision: decision?.kind ?? 'none', resumed });
    return { status: 'done', at: 1 };
  },
};
/** Where the post of the appeal is. */
const postOf = () => {
  const [message] = world.messenger.messages;
  return { channelId: message?.channelId, messageId: message?.id };
};

function boot(overrides: Overrides = {}): Pipeline {
  const pipeline = world.boot({
    reviews,
    appealAnswers,
    ...overrides,
  });
  pipeline.start();
  return pipeline;
}

const ref = () => ({ guildId: record.guildId, kind: 'appeal', caseNumber: record.number }) as const;
const request = (by = BY) => ({ guildId: record.guildId, caseNumber: record.number, by });
const permitted = () => ({
  permittedReversals: [...activeEffectsOf(record).reversals],
  allowsText: false,
});

async function stored(): Promise<Appeal> {
  const review = await reviews.get(ref());
  if (review?.kind !== 'appeal') throw new Error('There is no appeal.');
  return review;
}

/** An appeal that waits for a decision, with its post. */
async function appealed(pipeline: Pipeline): Promise<void> {
  await pipeline.reviewControl.appeal(request(record.author), 'Please look again.');
  await turn();
}

it('an appeal is posted once, accepted once and answered once', async () => {
  const pipeline = boot();
  await appealed(pipeline);
  expect(await stored()).toMatchObject({ post: postOf() });
  const results = await Promise.all([
    pipeline.reviewControl.decideAppeal({ ...request(), kind: 'accept', ...permitted() }),
    pipeline.reviewControl.decideAppeal({
      ...request({ id: '6', name: 'other' }),
      kind: 'reject',
      reason: 'no',
    }),
  ]);
  await turn();
  expect(results.map(({ kind }) => kind)).toEqual(['decided', 'decided before']);
  expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['liftTimeout']);
  expect(answers).toEqual([{ decision: 'accepted', resumed: false }]);
  expect(world.messenger.messages).toHaveLength(1);
  expect(world.messenger.edits.length).toBeGreaterThan(0);
  expect(await stored()).toMatchObject({ answer: { status: 'done' } });
  // Nothing can change it any more.
  const post = { guildId: record.guildId, kind: 'review', subject: subjectText(ref()) } as const;
  expect(await world.posts.get(post)).toBeNull();
});

it('a decision that was stored before the process was killed is carried out by the next one', async () => {
  await appealed(boot());
  await reviews.update(ref(), (latest) =>
    latest.kind === 'appeal'
      ? {
          ...latest,
          decision: { kind: 'accepted', by: BY, at: 1, isApplied: false, ...permitted() },
        }
      : latest,
  );
  boot();
  await turn();
  expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['liftTimeout']);
  expect(answers).toEqual([{ decision: 'accepted', resumed: false }]);
});

it('an answer that may have been sent is looked for before it is sent again', async () => {
  let attempts = 0;
  const pipeline = boot({
    appealAnswers: {
      async send(appeal, context) {
        attempts += 1;
        if (attempts === 1) throw new Error('the connection broke');
        return appealAnswers.send(appeal, context);
      },
    },
  });
  await appealed(pipeline);
  await pipeline.reviewControl.decideAppeal({ ...request(), kind: 'reject', reason: 'no' });
  await turn();
  await pass(world.clock, 60_000);
  expect(answers).toEqual([{ decision: 'rejected', resumed: true }]);
});

it('an answer waits until the case is taken back', async () => {
  const pipeline = boot();
  await appealed(pipeline);
  world.discord.away = true;
  const accepting = { ...request(), kind: 'accept', ...permitted() } as const;
  const deciding = pipeline.reviewControl.decideAppeal(accepting);
  await pass(world.clock, 10_000);
  expect(await deciding).toMatchObject({ kind: 'decided', result: { kind: 'in progress' } });
  expect(answers).toEqual([]);
  world.discord.away = false;
  await pass(world.clock, 60_000);
  expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['liftTimeout']);
  expect(answers).toEqual([{ decision: 'accepted', resumed: false }]);
});

it('a post that may exist is looked for before it is posted again', async () => {
  const pipeline = boot();
  world.messenger.failure = UNAVAILABLE;
  await appealed(pipeline);
  world.messenger.failure = null;
  await pass(world.clock, 60_000);
  expect(world.messenger.searched.length).toBeGreaterThan(0);
  expect(world.messenger.messages).toHaveLength(1);
  expect(await stored()).toMatchObject({ post: postOf() });
});

it('an appeal stays open when more would be undone than the moderator may undo', async () => {
  const pipeline = boot();
  await appealed(pipeline);
  const result = await pipeline.reviewControl.decideAppeal({
    ...request(),
    kind: 'accept',
    permittedReversals: [],
    allowsText: false,
  });
  await turn();
  expect(result).toMatchObject({ kind: 'not now', result: { conflict: { kind: 'changed' } } });
  expect((await stored()).decision).toBeNull();
  expect(world.discord.performed).toEqual([]);
  expect(answers).toEqual([]);
});

it('an appeal without a place for its post is counted in the digest', async () => {
  const counted: string[] = [];
  const pipeline = boot({
    postLimiter: { take: () => null },
    countReview: async (_transaction, { kind }) => void counted.push(kind),
  });
  await appealed(pipeline);
  expect(world.messenger.messages).toHaveLength(0);
  expect(counted).toEqual(['appeal']);
  expect(await stored()).toMatchObject({ isCounted: true, post: null });
  await pipeline.reviewControl.decideAppeal({ ...request(), kind: 'reject', reason: 'no' });
  await turn();
  expect(answers).toHaveLength(1);
});

it('a post that had no channel is posted when the channel is back, and edited when it was decided meanwhile', async () => {
  const pipeline = boot();
  world.messenger.failure = FORBIDDEN;
  await appealed(pipeline);
  world.messenger.failure = null;
  world.retryPosts();
  await turn();
  expect(world.messenger.messages).toHaveLength(1);
  world.messenger.failure = FORBIDDEN;
  await pipeline.reviewControl.decideAppeal({ ...request(), kind: 'reject', reason: 'no' });
  await turn();
  world.messenger.failure = null;
  world.retryPosts();
  await turn();
  expect(world.messenger.edits).toHaveLength(1);
});

it('a post that somebody deleted is posted again while it waits for a decision', async () => {
  const pipeline = boot();
  await appealed(pipeline);
  const change = (member: Appeal['member']) =>
    reviews.update(ref(), (latest) => (latest.kind === 'appeal' ? { ...latest, member } : latest));
  world.messenger.delete(world.messenger.messages[0]?.id ?? '');
  await change({ id: '1', name: 'another name' });
  pipeline.lookForReviews();
  await turn();
  expect(world.messenger.messages).toHaveLength(1);
  expect(await stored()).toMatchObject({ post: postOf() });
  await pipeline.reviewControl.decideAppeal({ ...request(), kind: 'reject', reason: 'no' });
  await turn();
  world.messenger.delete(world.messenger.messages[0]?.id ?? '');
  await change({ id: '1', name: 'a third name' });
  pipeline.lookForReviews();
  await turn();
  expect(world.messenger.messages).toEqual([]);
});

it('a member who reports many messages at once does not get around the limit', async () => {
  const { reviewControl } = boot();
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, n) => {
      const reported = snapshot({ messageId: idAt(n), author: { id: '77' } });
      return reviewControl.report(previewOf(reported), BY);
    }),
  );
  expect(results.filter((result) => result === 'reported')).toHaveLength(5);
  expect(results.filter((result) => result === 'too many')).toHaveLength(3);
});

function previewOf(reported: Snapshot): MessagePreview {
  return {
    snapshot: reported,
    text: 'hello',
    skip: null,
    record: null,
    policy: defaultPolicy,
    result: { kind: 'unavailable', reason: { key: 'x' } },
  };
}
