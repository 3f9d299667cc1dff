import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createPostLimiter,
  type PostPlace,
  type PostUrgency,
} from '../../../../../src/bot/domain/posts/post-limiter.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';

const MINUTE_MS = 60_000;

function takeAll(urgency: PostUrgency, limiter = createPostLimiter(createFakeClock())): number {
  let taken = 0;
  for (; limiter.take('1', urgency) !== null; taken += 1);
  return taken;
}

it('gives ordinary posts six places, urgent ones eight and summaries all ten', () => {
  expect(takeAll('ordinary')).toBe(6);
  expect(takeAll('urgent')).toBe(8);
  expect(takeAll('summary')).toBe(10);
});

it('keeps two places for urgent posts and two for summaries after all others are taken', () => {
  const limiter = createPostLimiter(createFakeClock());
  expect(takeAll('ordinary', limiter)).toBe(6);
  expect(takeAll('urgent', limiter)).toBe(2);
  expect(takeAll('ordinary', limiter)).toBe(0);
  expect(takeAll('summary', limiter)).toBe(2);
});

it('counts each server separately', () => {
  const limiter = createPostLimiter(createFakeClock());
  takeAll('summary', limiter);
  expect(limiter.take('2', 'ordinary')).not.toBeNull();
});

it('counts a post for a minute, and a place from when it is taken until the post is made', () => {
  const clock = createFakeClock();
  const limiter = createPostLimiter(clock);
  const places = Array.from({ length: 6 }, () => limiter.take('1', 'ordinary'));
  clock.advance(MINUTE_MS);
  expect(limiter.take('1', 'ordinary')).toBeNull();
  for (const place of places) place?.used();
  clock.advance(MINUTE_MS - 1);
  expect(limiter.take('1', 'ordinary')).toBeNull();
  clock.advance(1);
  expect(limiter.take('1', 'ordinary')).not.toBeNull();
});

it('gives a place to another post if nothing was posted', () => {
  const limiter = createPostLimiter(createFakeClock());
  const place = limiter.take('1', 'ordinary');
  expect(takeAll('ordinary', limiter)).toBe(5);
  place?.giveUp();
  expect(takeAll('ordinary', limiter)).toBe(1);
});

const URGENCIES = ['ordinary', 'urgent', 'summary'] as const;

const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), urgency: fc.constantFrom(...URGENCIES) }),
  fc.record({ kind: fc.constant('post' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('giveUp' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20_000) }),
);

it('never lets more than ten posts into any minute, and always leaves urgent ones their share', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 200 }), (steps) => {
      const clock = createFakeClock();
      const limiter = createPostLimiter(clock);
      const held: { place: PostPlace; urgency: PostUrgency }[] = [];
      const posts: { at: number; urgency: PostUrgency }[] = [];
      let most = 0;
      let isFair = true;
      const countOf = (urgency: PostUrgency): number =>
        held.filter((each) => each.urgency === urgency).length +
        posts.filter((each) => each.urgency === urgency && each.at > clock.now() - MINUTE_MS)
          .length;
      for (const step of steps) {
        if (step.kind === 'wait') clock.advance(step.ms);
        if (step.kind === 'take') {
          const place = limiter.take('1', step.urgency);
          if (place !== null) held.push({ place, urgency: step.urgency });
          // Only posts of the same urgency can take the reserved places of a post.
          const reserved = { ordinary: 0, urgent: 2, summary: 2 }[step.urgency];
          const asUrgent =
            step.urgency === 'urgent' ? countOf('urgent') + countOf('summary') : countOf('summary');
          isFair &&= place !== null || asUrgent >= reserved;
        }
        if ((step.kind === 'post' || step.kind === 'giveUp') && held.length > 0) {
          const [each] = held.splice(step.which % held.length, 1);
          if (each === undefined) continue;
          if (step.kind === 'giveUp') each.place.giveUp();
          else {
            each.place.used();
            posts.push({ at: clock.now(), urgency: each.urgency });
          }
        }
        const lastMinute = posts.filter(({ at }) => at > clock.now() - MINUTE_MS).length;
        most = Math.max(most, lastMinute);
      }
      expect(most).toBeLessThanOrEqual(10);
      expect(isFair).toBe(true);
    }),
    { numRuns: runs(200) },
  );
});
