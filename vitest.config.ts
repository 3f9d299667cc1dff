import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    reporters: ['default', './test/helpers/count-reporter.ts'],
    testTimeout: 20_000,
    // Many tests run whole processes; on a machine that is busy with other things one may wait too long. The reporter names it.
    retry: 1,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts', 'commands/**/*.ts'],
      reporter: ['text-summary', 'html'],
    },
  },
});
