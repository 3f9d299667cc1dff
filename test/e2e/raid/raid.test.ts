import { describe, expect, it } from 'vitest';
import { measureFlood, measureRaid } from '../../../scripts/bench/raid/one-server.ts';
import { measureIsolation } from '../../../scripts/bench/raid/two-servers.ts';
import { startBot } from './bot-in-world.ts';

/* A small `npm run bench -- raid`, with Discord's rate limits. */

const TIMEOUT_MS = 60_000;
const PLAN = { postingMs: 600, patienceMs: 30_000, countingMs: 7_000 };

describe.concurrent('with Discord’s rate limits', () => {
  it.each([
    { channels: 1, requests: 20 },
    { channels: 3, requests: 30 },
  ])(
    'a raid of 40 members in $channels channels is deleted in few requests and reported in few posts',
    { timeout: TIMEOUT_MS },
    async ({ channels, requests }) => {
      const figures = await measureRaid({ startBot }, { ...PLAN, members: 40, channels });
      expect(figures).toMatchObject({ left: 0, rateLimited: 0, notices: 0 });
      expect(figures.posts).toBeLessThanOrEqual(3);
      expect(figures.requests).toBeLessThanOrEqual(requests);
      expect(figures.urgentMs).not.toBeNull();
    },
  );

  it(
    'the messages of one member are one alert, and an urgent one does not wait behind it',
    { timeout: TIMEOUT_MS },
    async () => {
      const figures = await measureFlood({ startBot }, { ...PLAN, messages: 30 });
      expect(figures).toMatchObject({ left: 0, rateLimited: 0 });
      expect(figures.posts).toBeLessThanOrEqual(2);
      expect(figures.urgentMs).not.toBeNull();
    },
  );

  it('a raid on one server takes nothing from another', { timeout: TIMEOUT_MS }, async () => {
    const { raid, other, rateLimited } = await measureIsolation(
      { startBot },
      {
        messages: 300,
        perSecond: 300,
        members: 50,
        channels: 3,
        other: { perSecond: 20, badEvery: 7, members: 40, channels: 5 },
        warmUpMs: 200,
        patienceMs: 30_000,
      },
      () => Promise.resolve(),
    );
    expect(raid.left).toBe(0);
    expect(other).toMatchObject({ left: 0, lost: 0 });
    expect(other.bad).toBeGreaterThan(0);
    expect(rateLimited).toBe(0);
  });
});
