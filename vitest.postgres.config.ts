import { defineConfig } from 'vitest/config';

/*
 * `npm run test:postgres`: what touches the state, with PostgreSQL instead of SQLite. TEST_POSTGRES_URL names a server on
 * which databases may be created; without it, one is started for the run.
 */
export default defineConfig({
  test: {
    maxWorkers: '100%',
    reporters: ['default', './test/helpers/vitest/count-reporter.ts'],
    setupFiles: ['./test/helpers/vitest/setup-fast-check.ts'],
    globalSetup: [
      './test/helpers/processes/bundle-scripts.ts',
      './test/helpers/vitest/postgres-cluster.ts',
    ],
    env: { TEST_STATE: 'postgres' },
    include: [
      'bot/composition',
      'bot/leases',
      'bot/outbox',
      'bot/posts',
      'bot/retention',
      'bot/service-adapter',
      'bot/storage',
      'bot/webhooks',
      'scripts',
      'service',
      'service-api/contract',
      'shared/database',
    ]
      .map((folder) => `test/integration/${folder}/**/*.test.ts`)
      .concat('test/e2e/**/*.test.ts'),
    exclude: [
      // They measure; `processes/kill-raid.test.ts` has a raid.
      'test/e2e/raid/**',
      'test/integration/scripts/{command-line,demo,deploy-commands,docs,image}.test.ts',
      // They store nothing.
      'test/integration/service/{batch,clients,openai,perspective}/**',
      'test/integration/service/script.test.ts',
      'test/integration/service-api/contract/hostile-input.test.ts',
      // They start servers of their own, also in `npm test`.
      'test/integration/shared/database/bad-days.test.ts',
      'test/integration/shared/database/tls.test.ts',
      'test/e2e/trouble/postgres-trouble.test.ts',
    ],
    // Waits are chosen for SQLite, so what fails counts when it fails again.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    isolate: false,
  },
});
