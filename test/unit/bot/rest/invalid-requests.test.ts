import { expect, it } from 'vitest';
import { classifyError } from '../../../../src/bot/rest/classify-error.ts';
import {
  CAUTION_AT,
  createInvalidRequestLimit,
  STOP_AT,
  type InvalidRequestLimit,
} from '../../../../src/bot/rest/invalid-requests.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';

const POST = 'http://discord.test/api/v10/channels/1/messages';
const ANSWER = 'http://discord.test/api/v10/interactions/1/token/callback';

function guarded() {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const seen: number[] = [];
  const discord: { status: number; headers: Record<string, string>; requests: number } = {
    status: 200,
    headers: { 'X-RateLimit-Scope': 'user' },
    requests: 0,
  };
  const others = { processes: 1 };
  const guard = createInvalidRequestLimit({
    clock,
    logger,
    observe: (status) => seen.push(status),
    processes: () => others.processes,
    async makeRequest() {
      discord.requests += 1;
      const { status, headers } = discord;
      return new Response(null, { status, headers });
    },
  });
  return { clock, lines, seen, discord, others, guard };
}

async function ask(guard: InvalidRequestLimit, times: number): Promise<void> {
  for (let count = 0; count < times; count += 1) await guard.makeRequest(POST, {});
}

it('counts 401, 403, 404 and 429 of the last ten minutes, but not shared limits', async () => {
  const { clock, seen, discord, guard } = guarded();
  for (const status of [200, 204, 400, 401, 403, 404, 429, 500]) {
    discord.status = status;
    await ask(guard, 1);
  }
  discord.status = 429;
  discord.headers = { 'X-RateLimit-Scope': 'shared' };
  await ask(guard, 1);
  expect(seen).toEqual([401, 403, 404, 429]);
  expect(guard.count()).toBe(4);
  clock.advance(10 * 60_000);
  expect(guard.count()).toBe(0);
});

it('does not count a 429 with which a REST proxy held a request back', async () => {
  const { discord, guard } = guarded();
  discord.status = 429;
  discord.headers = {};
  await ask(guard, 1);
  discord.headers = { 'X-RateLimit-Scope': 'user', 'generated-by-proxy': 'true' };
  await ask(guard, 1);
  expect(guard.count()).toBe(0);
});

it('divides the limit among the processes that use one address', async () => {
  const { discord, others, guard } = guarded();
  discord.status = 403;
  others.processes = 2;
  await ask(guard, CAUTION_AT / 2);
  await expect(guard.makeRequest(POST, {})).rejects.toThrow('paused');
  others.processes = 1;
  await ask(guard, 1);
});

it('pauses long before Discord blocks the address, logs the reason once, and resumes with fewer rejections', async () => {
  const { clock, lines, discord, guard } = guarded();
  discord.status = 403;
  await ask(guard, CAUTION_AT);
  const refused = await guard.makeRequest(POST, {}).catch((error: unknown) => error);
  expect(classifyError(refused)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('paused'),
  });
  await expect(guard.makeRequest(POST, {})).rejects.toThrow('paused');
  expect(discord.requests).toBe(CAUTION_AT);
  expect(lines.filter((line) => line.includes('too many requests rejected'))).toHaveLength(1);
  clock.advance(10 * 60_000);
  await ask(guard, 1);
  expect(discord.requests).toBe(CAUTION_AT + 1);
  expect(lines.join()).toContain('requests to Discord resumed');
});

it('still replies to interactions then, up to a higher limit', async () => {
  const { discord, guard } = guarded();
  discord.status = 404;
  await ask(guard, CAUTION_AT);
  for (let count = CAUTION_AT; count < STOP_AT; count += 1) await guard.makeRequest(ANSWER, {});
  await expect(guard.makeRequest(ANSWER, {})).rejects.toThrow('paused');
  expect(STOP_AT).toBeLessThan(10_000);
});
