import { messageOf } from '../../src/lib/errors.ts';
import type { Step } from './scenario.ts';

/** How long a step may take before it counts as failed: a lost gateway takes a few seconds to come back. */
const STEP_TIMEOUT_MS = 20_000;

/** Plays the steps in turn, a line or two each; resolves to how many came out as told. */
export async function play(
  steps: readonly Step[],
  print: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const { title, expected, play } of steps) {
    const happened = await withTimeout(play).catch(
      (error: unknown) => `it failed: ${messageOf(error)}`,
    );
    const isAsTold = happened === expected;
    if (isAsTold) passed += 1;
    print(`${isAsTold ? '✓' : '✗'} ${title}`);
    print(`    expected: ${expected}`);
    print(`    happened: ${isAsTold ? 'just that' : happened}`);
  }
  return { passed, failed: steps.length - passed };
}

async function withTimeout(play: () => Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('nothing, in good time'), STEP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([play(), overdue]);
  } finally {
    clearTimeout(timer);
  }
}
