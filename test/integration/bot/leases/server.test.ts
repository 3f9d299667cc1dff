import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createPostgresServer,
  POSTGRES_BINARIES,
  type PostgresServer,
} from '../../../helpers/servers/postgres-server.ts';
import { FAST } from './fast.ts';
import { names, openProcess, until, type TestProcess } from './fixture.ts';

const OUTAGES: readonly [string, (server: PostgresServer) => Promise<void>][] = [
  [
    'restarts',
    async (server) => {
      await server.stop();
      await server.start();
    },
  ],
  [
    'is away for longer than it takes to count as dead',
    async (server) => {
      await server.stop();
      await wait(FAST.takeOverMs + 500);
      await server.start();
    },
  ],
  [
    'crashes',
    async (server) => {
      await server.crash();
      await server.start();
    },
  ],
  [
    'does not answer',
    async (server) => {
      server.pause();
      await wait(FAST.takeOverMs + 500);
      server.resume();
    },
  ],
  [
    'does not answer until its connections are given up',
    async (server) => {
      server.pause();
      await wait(4000);
      server.resume();
    },
  ],
];

describe.skipIf(POSTGRES_BINARIES === null)('a PostgreSQL server', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await createPostgresServer();
  }, 60_000);
  afterAll(() => server.remove());

  test.each(OUTAGES)('that %s costs nobody a lease', async (_name, breakDown) => {
    const timing = { ...FAST, timeoutMs: 2000 };
    const a = await openProcess(server.url, { timing });
    const b = await openProcess(server.url, { timing });
    await a.leases.share(names(4), a.start);
    await b.leases.share(names(4), b.start);
    await until(() => a.held.size === 2 && b.held.size === 2);
    const before = [...a.calls, ...b.calls];
    const leases = [...a.held.values(), ...b.held.values()];
    const numbers = leases.map(({ number }) => number);

    await breakDown(server);
    await Promise.all(leases.map((lease) => lease.confirm()));
    await wait(FAST.takeOverMs);

    expect([...a.calls, ...b.calls]).toEqual(before);
    expect(held(a, b).map(({ number }) => number)).toEqual(numbers);
    await Promise.all([a, b].map(({ leases }) => leases.stop({ deadlineMs: 0 })));
  });
});

const held = (...processes: TestProcess[]): { number: number }[] =>
  processes.flatMap(({ held }) => [...held.values()]);
