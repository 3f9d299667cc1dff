import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, vi } from 'vitest';
import { createTrainedEngine } from '../../../src/service/engine/trained-engine.ts';
import { createService, type Service, type ServiceDeps } from '../../../src/service/service.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import {
  BOTS_USE_POSTGRES,
  createPostgresDatabase,
  type PostgresDatabase,
} from '../../helpers/state-url.ts';

/*
 * The service under test: by default the embedded one, started for each file on a fake clock; with CONTRACT_BASE_URL,
 * CONTRACT_CONSOLE_URL and CONTRACT_API_KEY any other, in real time. Tests that need long waits, or that cover our choices
 * where the interface is silent, run on the embedded service only.
 */

const {
  CONTRACT_BASE_URL = '',
  CONTRACT_CONSOLE_URL = CONTRACT_BASE_URL,
  CONTRACT_API_KEY = '',
} = process.env;

export const isRemote = CONTRACT_BASE_URL !== '';

/** Whether the service can reach the tests’ servers, to post events or fetch media. */
export const reachesUs =
  !isRemote || /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(CONTRACT_BASE_URL).hostname);

export interface Target {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly apiKey: string;
  /** The key of another account. Embedded service only. */
  readonly otherKey: string;
  /** The service's time, in milliseconds since the Unix epoch. */
  now(): number;
  /** Waits in real time on another service, so keep it short there. */
  letPass(ms: number): Promise<void>;
}

/** Call it once per file. The target exists once its tests run. `depsOf` adds dependencies of the embedded service. */
export function useTarget(
  depsOf: () => Partial<ServiceDeps> | Promise<Partial<ServiceDeps>> = () => ({}),
): Target {
  const clock = createFakeClock(Date.UTC(2025, 4, 1, 20, 5, 0));
  const apiKey = isRemote ? CONTRACT_API_KEY : randomBytes(16).toString('hex');
  const otherKey = randomBytes(16).toString('hex');
  let baseUrl = CONTRACT_BASE_URL;

  if (!isRemote) {
    let service: Service | undefined;
    let postgres: PostgresDatabase | undefined;
    beforeAll(async () => {
      const engine = createTrainedEngine();
      const furtherKeys = { other: otherKey };
      if (BOTS_USE_POSTGRES) postgres = await createPostgresDatabase();
      const state = postgres === undefined ? {} : { stateUrl: postgres.url };
      const deps = await depsOf();
      service = createService({ ...deps, ...state, apiKey, furtherKeys, engine, clock });
      ({ baseUrl } = await service.start());
    });
    afterAll(async () => {
      await service?.stop();
      await postgres?.drop();
    });
  }
  return {
    apiKey,
    otherKey,
    get baseUrl() {
      return baseUrl;
    },
    get consoleUrl() {
      return isRemote ? CONTRACT_CONSOLE_URL : baseUrl;
    },
    now: () => (isRemote ? Date.now() : clock.now()),
    async letPass(ms) {
      if (isRemote) await wait(ms);
      else clock.advance(ms);
    },
  };
}

/** The expected value for the embedded service, where it promises more than the interface; else `elsewhere`. */
export function ours<T, U>(value: T, elsewhere: U): T | U {
  return isRemote ? elsewhere : value;
}

/** Retries until it no longer throws, and resolves to its value. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(
    attempt,
    isRemote ? { interval: 500, timeout: 18_000 } : { interval: 10, timeout: 8_000 },
  );
}

/** A unique word, of letters only so that it is not redacted as personal data. */
export function newWord(): string {
  return Array.from({ length: 14 }, () => String.fromCodePoint(97 + randomInt(26))).join('');
}
