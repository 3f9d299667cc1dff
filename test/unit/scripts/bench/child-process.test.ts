import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { benchModules, moduleUrl } from '../../../../scripts/bench/child-process.ts';

it.each(benchModules)('the process %s of the benchmarks exists', (module) => {
  expect(existsSync(moduleUrl(module))).toBe(true);
});
