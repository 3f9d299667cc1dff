import { expect, it } from 'vitest';
import { failureOf } from '../../src/discord/failure.ts';
import {
  CAUTION_AT,
  createInvalidRequests,
  STOP_AT,
  type InvalidRequests,
} from '../../src/discord/invalid-requests.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { createLogSink } from '../helpers/log-sink.ts';

const POST = 'http://discord.test/api/v10/channels/1/messages';
const ANSWER = 'http://discord.test/api/v10/interactions/1/token/callback';

function guarded() {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const seen: number[] = [];
  const discord = { status: 200, scope: 'user', asked: 0 };
  const guard = createInvalidRequests({
    clock,
    logger,
    observe: (status) => seen.push(status),
    async makeRequest() {
      discord.asked += 1;
      const headers = { 'X-RateLimit-Scope': discord.scope };
      return new Response(null, { status: discord.status, headers });
    },
  });
  return { clock, lines, seen, discord, guard };
}

async function ask(guard: InvalidRequests, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await guard.makeRequest(POST, {});
}

it('counts 401, 403, 404 and 429 of the last ten minutes, but not a limit that is shared', async () => {
  const { clock, seen, discord, guard } = guarded();
  for (const status of [200, 204, 400, 401, 403, 404, 429, 500]) {
    discord.status = status;
    await ask(guard, 1);
  }
  discord.status = 429;
  discord.scope = 'shared';
  await ask(guard, 1);
  expect(seen).toEqual([401, 403, 404, 429]);
  expect(guard.count()).toBe(4);
  clock.advance(10 * 60_000);
  expect(guard.count()).toBe(0);
});

it('stops long before Discord would shut it out, says why once, and goes on when it is less', async () => {
  const { clock, lines, discord, guard } = guarded();
  discord.status = 403;
  await ask(guard, CAUTION_AT);
  const refused = await guard.makeRequest(POST, {}).catch((error: unknown) => error);
  expect(failureOf(refused)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('holds back'),
  });
  await expect(guard.makeRequest(POST, {})).rejects.toThrow('holds back');
  expect(discord.asked).toBe(CAUTION_AT);
  expect(lines.filter((line) => line.includes('too many of the requests'))).toHaveLength(1);
  clock.advance(10 * 60_000);
  await ask(guard, 1);
  expect(discord.asked).toBe(CAUTION_AT + 1);
  expect(lines.join()).toContain('sent again');
});

it('still answers people then, but not for ever', async () => {
  const { discord, guard } = guarded();
  discord.status = 404;
  await ask(guard, CAUTION_AT);
  for (let count = CAUTION_AT; count < STOP_AT; count += 1) await guard.makeRequest(ANSWER, {});
  await expect(guard.makeRequest(ANSWER, {})).rejects.toThrow('holds back');
  expect(STOP_AT).toBeLessThan(10_000);
});
