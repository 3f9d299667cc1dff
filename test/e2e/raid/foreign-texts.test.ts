import { expect, it } from 'vitest';
import { measureFiles } from '../../../scripts/bench/attacks/files.ts';
import { measureWords } from '../../../scripts/bench/attacks/words.ts';
import { startBot } from './bot-in-world.ts';

/* The scenes of `npm run bench -- attacks` that need no flood. */

const TIMEOUT_MS = 120_000;
const PLAN = { messages: 3, postingMs: 300, patienceMs: 90_000, countingMs: 0 };

it.concurrent(
  'words that fit each other and a long file hold up no other server',
  { timeout: TIMEOUT_MS },
  async () => {
    const figures = await measureWords({ startBot }, { ...PLAN, allowed: 56 });
    expect(figures.isFileNoticed).toBe(true);
    expect(figures.longestMs).not.toBeNull();
  },
);

it.concurrent('files of every encoding are read', { timeout: TIMEOUT_MS }, async () => {
  const figures = await measureFiles({ startBot }, PLAN);
  expect(figures).toEqual({ files: 7, deleted: 7, alerted: 0, unnoticed: [] });
});
