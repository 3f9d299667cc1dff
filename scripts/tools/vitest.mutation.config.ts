import { defineConfig } from 'vitest/config';

/** Set by `--fast`. */
const { MUTATION_TESTS } = process.env;

/** Configuration for mutation testing, which supports no projects. End-to-end tests would take too long. */
export default defineConfig({
  test: {
    include: MUTATION_TESTS?.split(',') ?? [
      'test/unit/**/*.test.ts',
      'test/integration/**/*.test.ts',
    ],
    // These tests run the whole bot, which takes minutes in total, and the document that they read is not copied.
    exclude: ['test/integration/scripts/{docs,image}.test.ts', 'test/unit/scripts/docs/**'],
    globalSetup: './test/helpers/processes/bundle-scripts.ts',
    setupFiles: ['./test/helpers/vitest/setup-fast-check.ts'],
    testTimeout: 20_000,
    isolate: false,
  },
});
