import { expect, it } from 'vitest';
import {
  measureAccounts,
  measureThreads,
  measureWebhooks,
} from '../../../scripts/bench/attacks/floods.ts';
import { startBot } from './bot-in-world.ts';

/* A small `npm run bench -- attacks`, with Discord's rate limits. */

const TIMEOUT_MS = 60_000;
const PLAN = { messages: 30, postingMs: 2_000, patienceMs: 30_000, countingMs: 7_000 };

it.concurrent(
  'different texts of older accounts are one incident, without direct messages',
  { timeout: TIMEOUT_MS },
  async () => {
    const figures = await measureAccounts({ startBot }, PLAN);
    expect(figures).toMatchObject({ left: 0, rateLimited: 0, incidents: 1, notices: 0 });
    expect(figures.urgentMs).not.toBeNull();
  },
);

it.concurrent('different texts of webhooks are one incident', { timeout: TIMEOUT_MS }, async () => {
  const figures = await measureWebhooks({ startBot }, { ...PLAN, webhooks: 15 });
  expect(figures).toMatchObject({ left: 0, rateLimited: 0, incidents: 1, notices: 0 });
});

it.concurrent(
  'threads with bad titles and their announcements are deleted in few requests',
  { timeout: TIMEOUT_MS },
  async () => {
    const figures = await measureThreads({ startBot }, { ...PLAN, members: 10 });
    expect(figures).toMatchObject({ left: 0, rateLimited: 0, incidents: 1 });
    // One for each thread, and a few for all announcements.
    expect(figures.requestsByRoute['DELETE /channels/:id']).toBe(30);
    const alone = figures.requestsByRoute['DELETE /channels/:id/messages/:id'] ?? 0;
    expect(alone).toBeLessThan(15);
  },
);
