import type { Scenario } from '../../../../src/sandbox/page/stage.ts';
import type { Harness } from '../../harness.ts';

/** What a visitor can try with one click. */
export function createScenarios(_harness: Harness): Scenario[] {
  return [];
}
