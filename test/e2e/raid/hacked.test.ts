import { expect, it } from 'vitest';
import { measureHacked } from '../../../scripts/bench/raid/hacked.ts';
import { startBot } from './bot-in-world.ts';

/* With Discord's rate limits. `npm run bench -- raid` measures 500 accounts. */

it('1,200 pictures of 50 hacked accounts go, in five posts at most, and nothing else', async () => {
  const figures = await measureHacked(
    { startBot },
    { accounts: 50, channels: 12, postingMs: 8_000, patienceMs: 60_000, countingMs: 1_000 },
  );
  expect(figures).toMatchObject({ left: 0, lost: 0, messages: 1_200, rateLimited: 0 });
  expect(figures.posts).toBeLessThanOrEqual(5);
}, 120_000);
