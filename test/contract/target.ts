import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, vi } from 'vitest';
import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';
import { createService, type Service, type ServiceDeps } from '../../src/service/service.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';

/*
 * Which service the suite speaks to: by default the embedded one, started for each file, whose time the tests
 * command; with CONTRACT_BASE_URL, CONTRACT_CONSOLE_URL and CONTRACT_API_KEY any other, whose time is everyone's. What can
 * only be seen by waiting, or is our own choice where the document is silent, is asked of the embedded one alone.
 */

const {
  CONTRACT_BASE_URL = '',
  CONTRACT_CONSOLE_URL = CONTRACT_BASE_URL,
  CONTRACT_API_KEY = '',
} = process.env;

export const isRemote = CONTRACT_BASE_URL !== '';

/** Whether the service can reach a server of the tests, to post events or fetch media. */
export const reachesUs =
  !isRemote || /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(CONTRACT_BASE_URL).hostname);

export interface Target {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly apiKey: string;
  /** The key of another account; of the embedded service only. */
  readonly otherKey: string;
  /** The service's time, in milliseconds since the Unix epoch. */
  now(): number;
  /** Of another's service, really waits: only to be used for moments there. */
  letPass(ms: number): Promise<void>;
}

/** To be called once in a file. The target is there once its tests run; `depsOf` tells what the embedded service gets. */
export function useTarget(
  depsOf: () => Partial<ServiceDeps> | Promise<Partial<ServiceDeps>> = () => ({}),
): Target {
  const clock = createFakeClock(Date.UTC(2025, 4, 1, 20, 5, 0));
  const apiKey = isRemote ? CONTRACT_API_KEY : randomBytes(16).toString('hex');
  const otherKey = randomBytes(16).toString('hex');
  let baseUrl = CONTRACT_BASE_URL;

  if (!isRemote) {
    let service: Service | undefined;
    beforeAll(async () => {
      const engine = createTrainedEngine();
      const furtherKeys = { other: otherKey };
      service = createService({ ...(await depsOf()), apiKey, furtherKeys, engine, clock });
      ({ baseUrl } = await service.start());
    });
    afterAll(() => service?.stop());
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

/** What is expected of our service, where that is more than the document says; of another, `elsewhere`. */
export function ours<T, U>(value: T, elsewhere: U): T | U {
  return isRemote ? elsewhere : value;
}

/** Tries until it no longer throws, and resolves with its value. */
export function eventually<T>(attempt: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(
    attempt,
    isRemote ? { interval: 500, timeout: 18_000 } : { interval: 10, timeout: 8_000 },
  );
}

/** A word nobody else uses, of letters only, so that nothing takes it for personal data. */
export function newWord(): string {
  return Array.from({ length: 14 }, () => String.fromCodePoint(97 + randomInt(26))).join('');
}
