import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSkippingClock, type SkippingClock } from '../../helpers/skipping-clock.ts';
import { openScene, type Scene } from '../scene.ts';

const DELETE = 'DELETE /channels/:id/messages/:id';
const POST = 'POST /channels/:id/messages';
const OPEN_DM = 'POST /users/@me/channels';
/** discord.js itself tries at most four times; the bot handles the rest. */
const TIMES = 9;

describe('while Discord', () => {
  let on: Scene;
  let clock: SkippingClock;
  let count = 0;
  beforeAll(async () => {
    clock = createSkippingClock();
    on = await openScene({ deps: { clock } });
  });
  afterAll(() => on.close());
  afterEach(() => on.sandbox.faults.clear());

  const FAULTS: [what: string, cause: () => void][] = [
    [
      'answers the deletion with 503',
      () => on.sandbox.faults.failNext({ route: DELETE, status: 503, times: TIMES }),
    ],
    [
      'answers the opening of a DM channel with 500',
      () => on.sandbox.faults.failNext({ route: OPEN_DM, status: 500, times: TIMES }),
    ],
    [
      'answers the notice and the alert with 502',
      () => on.sandbox.faults.failNext({ route: POST, status: 502, times: 2 * TIMES }),
    ],
    [
      'rate-limits deletions',
      () => on.sandbox.faults.rateLimitNext({ route: DELETE, retryAfterSeconds: 0.1 }),
    ],
    [
      'rate-limits alerts',
      () => on.sandbox.faults.rateLimitNext({ route: POST, retryAfterSeconds: 0.1 }),
    ],
    [
      'rate-limits everything',
      () => on.sandbox.faults.rateLimitNext({ retryAfterSeconds: 0.1, global: true }),
    ],
    ['answers slowly', () => on.sandbox.faults.delayNext({ delayMs: 100, times: 3 })],
  ];

  it.each(FAULTS)('%s, every effect still happens exactly once', async (_what, cause) => {
    // A new author each time, because an author gets one notice an hour.
    const author = on.join(`author-${(count += 1)}`);
    const release = on.service.hold();
    const message = await author.say(on.sandbox.channels.general, 'this is [delete]');
    cause();
    release();
    let isOver = false;
    const outcome = on.outcomeOf(message.id).finally(() => (isOver = true));
    await clock.skipUntil(() => isOver);
    expect(await outcome).toMatchObject({ kind: 'acted' });
    expect(on.exists(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
    expect(on.noticesTo(author.id)).toHaveLength(1);
    const { steps } = await on.caseAbout(message.id);
    expect(steps.map(({ outcome }) => outcome?.status)).toEqual(['done', 'done', 'done']);
  });
});
