import { errorMessage } from '../../../src/shared/errors.ts';
import type { Step } from './scene.ts';

/** Allows for a lost gateway connection, which takes a few seconds to recover. */
const STEP_TIMEOUT_MS = 20_000;

/** Runs the steps in order and prints one line for each; resolves to the numbers of passed and failed steps. */
export async function runSteps(
  steps: readonly Step[],
  print: (line: string) => void,
): Promise<{ passed: number; failed: number }> {
  let passed = 0;
  for (const { title, expected, run } of steps) {
    const actual = await withTimeout(run).catch(
      (error: unknown) => `error: ${errorMessage(error)}`,
    );
    if (actual === expected) {
      passed += 1;
      print(`✓ ${title}: ${oneLine(expected)}`);
    } else {
      print(`✗ ${title}: expected “${oneLine(expected)}”, got “${oneLine(actual)}”`);
    }
  }
  return { passed, failed: steps.length - passed };
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' · ');
}

async function withTimeout(run: () => Promise<string>): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('timed out'), STEP_TIMEOUT_MS);
  });
  try {
    return await Promise.race([run(), timedOut]);
  } finally {
    clearTimeout(timer);
  }
}
