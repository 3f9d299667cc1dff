import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  createPostLimiter,
  type PostPlace,
} from '../../../../../src/bot/domain/posts/post-limiter.ts';
import type { PostUrgency } from '../../../../../src/bot/domain/posts/urgency.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { runs } from '../../../../helpers/vitest/property-runs.ts';

const MINUTE_MS = 60_000;

function takeAll(urgency: PostUrgency, limiter = createPostLimiter(createFakeClock())): number {
  let taken = 0;
  for (; limiter.take('1', urgency) !== null; taken += 1);
  return taken;
}

it('gives ordinary posts six places, deletions and severe ones eight, summaries and the severest ten', () => {
  expect(takeAll('ordinary')).toBe(6);
  expect(takeAll('deletion')).toBe(8);
  expect(takeAll('severe')).toBe(8);
  expect(takeAll('summary')).toBe(10);
  expect(takeAll('severest')).toBe(10);
});

it('keeps two places for deletions, two for summaries, six for severe ones and four for the severest', () => {
  const limiter = createPostLimiter(createFakeClock());
  expect(takeAll('ordinary', limiter)).toBe(6);
  expect(takeAll('deletion', limiter)).toBe(2);
  expect(takeAll('ordinary', limiter)).toBe(0);
  expect(takeAll('summary', limiter)).toBe(2);
  expect(takeAll('severe', limiter)).toBe(6);
  expect(takeAll('severest', limiter)).toBe(4);
});

it('lets the severest displace the others', () => {
  const limiter = createPostLimiter(createFakeClock());
  expect(takeAll('severest', limiter)).toBe(10);
  for (const urgency of ['severe', 'deletion', 'ordinary', 'summary'] as const) {
    expect(takeAll(urgency, limiter)).toBe(0);
  }
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

const URGENCIES = ['severest', 'severe', 'deletion', 'ordinary', 'summary'] as const;
const SEVERE: readonly PostUrgency[] = ['severest', 'severe'];
/** Places that no less urgent post can take. */
const RESERVED = { severest: 4, severe: 0, deletion: 2, ordinary: 0, summary: 2 } as const;

const stepArbitrary = fc.oneof(
  fc.record({ kind: fc.constant('take' as const), urgency: fc.constantFrom(...URGENCIES) }),
  fc.record({ kind: fc.constant('post' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('giveUp' as const), which: fc.nat() }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20_000) }),
);

it('gives the severest a place in any order of arrival while fewer than ten severe ones are taken, and bounds all in any minute', () => {
  fc.assert(
    fc.property(fc.array(stepArbitrary, { maxLength: 200 }), (steps) => {
      const clock = createFakeClock();
      const limiter = createPostLimiter(clock);
      const held: { place: PostPlace; urgency: PostUrgency }[] = [];
      const posts: { at: number; urgency: PostUrgency }[] = [];
      const refused: string[] = [];
      const countOf = (urgencies: readonly PostUrgency[]): number =>
        held.filter(({ urgency }) => urgencies.includes(urgency)).length +
        posts.filter(
          ({ at, urgency }) => urgencies.includes(urgency) && at > clock.now() - MINUTE_MS,
        ).length;
      for (const step of steps) {
        if (step.kind === 'wait') clock.advance(step.ms);
        if (step.kind === 'take') {
          const { urgency } = step;
          const severe = countOf(SEVERE);
          const isOwed =
            urgency === 'severest'
              ? severe < 10
              : severe === 0 &&
                countOf(urgency === 'deletion' ? ['deletion', 'summary'] : [urgency]) <
                  RESERVED[urgency];
          const place = limiter.take('1', urgency);
          if (isOwed && place === null) refused.push(`${urgency} after ${severe} severe ones`);
          if (place !== null) held.push({ place, urgency });
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
        expect(refused).toEqual([]);
        expect(countOf(SEVERE)).toBeLessThanOrEqual(10);
        expect(countOf(['deletion', 'ordinary', 'summary'])).toBeLessThanOrEqual(10);
      }
    }),
    { numRuns: runs(200) },
  );
});

it('gives places again within a minute although the clock was set back', () => {
  const clock = createFakeClock();
  const limiter = createPostLimiter(clock);
  for (let place = limiter.take('1', 'severest'); place !== null;) {
    place.used();
    place = limiter.take('1', 'severest');
  }
  clock.advance(-60 * MINUTE_MS);
  expect(limiter.take('1', 'severest')).toBeNull();
  clock.advance(MINUTE_MS);
  expect(takeAll('severest', limiter)).toBe(10);
});
