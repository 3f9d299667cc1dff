import { defineConfig } from 'vitest/config';

/* Tests in a real Chromium, which the other tests don't need: `npm run test:browser`. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['test/browser/**/*.test.ts'],
    reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
    globalSetup: ['./test/helpers/processes/bundle-scripts.ts', './test/browser/build-page.ts'],
    // One browser at a time: they measure time, too.
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
});
