import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import LongestFirst from './test/helpers/vitest/longest-first.ts';

/** Scripts that tests run as processes. */
const BUNDLES = './test/helpers/processes/bundle-scripts.ts';

/** Counts the steps that the engine takes. */
const STEPS = 'test/unit/service/engine/steps.test.ts';

/** Most of these tests wait for processes, sockets and timers, so more files than cores run at once. */
const SYSTEM = { globalSetup: BUNDLES, maxWorkers: 2 * availableParallelism() };

/* `--mode long` (npm run test:long) runs every property test with a fresh seed and many more cases. */
export default defineConfig(({ mode }) => {
  const isLong = mode === 'long';
  const project = (name: string, options: object = {}) => ({
    extends: true as const,
    test: { name, include: [`test/${name}/**/*.test.ts`], ...options },
  });
  return {
    test: {
      // By default Vitest leaves a core free.
      maxWorkers: '100%',
      sequence: { sequencer: LongestFirst },
      reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
      setupFiles: ['./test/helpers/vitest/setup-fast-check.ts'],
      testTimeout: isLong ? 600_000 : 20_000,
      hookTimeout: 20_000,
      env: isLong ? { FC_LONG: '1' } : {},
      coverage: {
        provider: 'v8',
        include: ['src/**/*.ts', 'commands/**/*.ts'],
        reporter: ['text-summary', 'html'],
      },
      // Importing the modules again for every file would take most of the time.
      isolate: false,
      projects: [
        project('unit', { exclude: [STEPS], sequence: { groupOrder: 1 } }),
        // What an earlier test left running in the same process would be counted.
        project('steps', { include: [STEPS], isolate: true, sequence: { groupOrder: 1 } }),
        // Together, because each project imports the modules again.
        project('system', {
          ...SYSTEM,
          include: ['test/integration/**/*.test.ts', 'test/e2e/**/*.test.ts'],
        }),
        // The contract once more, without HTTP.
        project('direct', {
          ...SYSTEM,
          include: ['test/integration/service-api/contract/**/*.test.ts'],
          env: { CONTRACT_TRANSPORT: 'direct' },
        }),
      ],
    },
  };
});
