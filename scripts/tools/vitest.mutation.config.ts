import { defineConfig } from 'vitest/config';

/** Set by `--fast`. */
const { MUTATION_TESTS } = process.env;

/** For the mutation tester: it takes no projects, and end-to-end tests would take too long. */
export default defineConfig({
  test: {
    include: MUTATION_TESTS?.split(',') ?? [
      'test/unit/**/*.test.ts',
      'test/integration/**/*.test.ts',
    ],
    // They run the whole bot, for minutes in sum; the document they read is not copied.
    exclude: ['test/integration/scripts/{docs,image}.test.ts', 'test/unit/scripts/docs/**'],
    globalSetup: './test/helpers/processes/bundle-scripts.ts',
    setupFiles: ['./test/helpers/vitest/setup-fast-check.ts'],
    testTimeout: 20_000,
    isolate: false,
  },
});
