import { AuditLogEvent } from 'discord-api-types/v10';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSkippingClock, type SkippingClock } from '../helpers/skipping-clock.ts';
import { openScene, type Scene } from './scene.ts';

const DELETE = 'DELETE /channels/:id/messages/:id';
const POST = 'POST /channels/:id/messages';
const OPEN_DM = 'POST /users/@me/channels';
/** discord.js asks at most four times by itself: the rest is for the bot. */
const TIMES = 9;

describe('a Discord that', () => {
  let on: Scene;
  let clock: SkippingClock;
  beforeAll(async () => {
    clock = createSkippingClock();
    on = await openScene({ deps: { clock } });
  });
  afterAll(() => on.close());
  afterEach(() => on.sandbox.faults.clear());

  const deletions = () =>
    on.guild.auditLog.filter(({ action_type }) => action_type === AuditLogEvent.MessageDelete);

  const TROUBLES: [what: string, cause: () => void][] = [
    [
      'answers 503 to the deletion',
      () => on.sandbox.faults.failNext({ route: DELETE, status: 503, times: TIMES }),
    ],
    [
      'answers 500 to the opening of the direct messages',
      () => on.sandbox.faults.failNext({ route: OPEN_DM, status: 500, times: TIMES }),
    ],
    [
      'answers 502 to the notice and to the alert',
      () => on.sandbox.faults.failNext({ route: POST, status: 502, times: 2 * TIMES }),
    ],
    [
      'limits the rate of deletions',
      () => on.sandbox.faults.rateLimitNext({ route: DELETE, retryAfterSeconds: 0.1 }),
    ],
    [
      'limits the rate of alerts',
      () => on.sandbox.faults.rateLimitNext({ route: POST, retryAfterSeconds: 0.1 }),
    ],
    [
      'limits the rate of everything',
      () => on.sandbox.faults.rateLimitNext({ retryAfterSeconds: 0.1, global: true }),
    ],
    ['answers late', () => on.sandbox.faults.delayNext({ delayMs: 100, times: 3 })],
  ];

  it.each(TROUBLES)('%s gets everything in the end, and once', async (_what, cause) => {
    const bob = on.person('bob');
    const deleted = deletions().length;
    const notices = on.noticesTo(bob.id).length;
    const release = on.service.hold();
    const message = await bob.say(on.sandbox.channels.general, 'this is [delete]');
    cause();
    release();
    let isOver = false;
    const outcome = on.outcomeOf(message.id).finally(() => (isOver = true));
    await clock.skipUntil(() => isOver);
    expect(await outcome).toMatchObject({ kind: 'acted' });
    expect(on.stands(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
    expect(deletions()).toHaveLength(deleted + 1);
    expect(on.noticesTo(bob.id)).toHaveLength(notices + 1);
    const { steps } = await on.caseAbout(message.id);
    expect(steps.map(({ outcome: one }) => one?.status)).toEqual(['done', 'done', 'done']);
  });
});
