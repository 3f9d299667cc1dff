import { randomBytes, randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, vi } from 'vitest';
import { engine } from '../../../helpers/engine.ts';
import type { Exchange } from '../../../../src/service-api/exchange.ts';
import { closedExchange } from '../../../../src/service/server/direct.ts';
import { createService, type ServiceDeps } from '../../../../src/service/service.ts';
import { startRoundRobin } from '../../../helpers/servers/round-robin.ts';
import { BOTS_USE_POSTGRES, createPostgresDatabase } from '../../../helpers/state-url.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';

/*
 * The service under test: by default the embedded one, started for each file on a fake clock; with CONTRACT_TRANSPORT=direct
 * the same without HTTP, as the bot calls it; with TEST_STATE=postgres two
 * instances of it on one database, which take turns; with CONTRACT_BASE_URL, CONTRACT_CONSOLE_URL and CONTRACT_API_KEY any
 * other, in real time. Tests that need long waits, or that cover our choices
 * where the interface is silent, run on the embedded service only.
 */

const {
  CONTRACT_BASE_URL = '',
  CONTRACT_CONSOLE_URL = CONTRACT_BASE_URL,
  CONTRACT_API_KEY = '',
  CONTRACT_SECRET = '',
} = process.env;

export const isRemote = CONTRACT_BASE_URL !== '';

/** True: the tests call the service within their process. */
export const isDirect = !isRemote && process.env.CONTRACT_TRANSPORT === 'direct';

/** True: two instances take turns. */
export const isBalanced = !isRemote && !isDirect && BOTS_USE_POSTGRES;

/** True if the service can reach the tests’ servers, to post events or fetch media. */
export const reachesUs =
  !isRemote || /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(CONTRACT_BASE_URL).hostname);

/** The account's shared secret at another service; the interface does not show how to read it. Empty: not known. */
export const namedSecret = CONTRACT_SECRET;

export interface Target {
  readonly baseUrl: string;
  readonly consoleUrl: string;
  readonly apiKey: string;
  /** With `isDirect` only. */
  readonly exchange: Exchange;
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
  let exchange: Exchange = closedExchange;

  if (!isRemote) {
    let embedded: Embedded | undefined;
    beforeAll(async () => {
      const furtherKeys = { other: otherKey };
      const deps = { ...(await depsOf()), apiKey, furtherKeys, engine, clock };
      embedded = await (isBalanced ? startTwo(deps) : isDirect ? openOne(deps) : startOne(deps));
      ({ baseUrl, exchange } = embedded);
    }, START_TIMEOUT_MS);
    afterAll(() => embedded?.stop());
  }
  return {
    apiKey,
    otherKey,
    get exchange() {
      return exchange;
    },
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

const START_TIMEOUT_MS = 60_000;

interface Embedded {
  readonly baseUrl: string;
  readonly exchange: Exchange;
  stop(): Promise<void>;
}

async function startOne(deps: ServiceDeps): Promise<Embedded> {
  const service = createService(deps);
  const { baseUrl } = await service.start();
  return { baseUrl, exchange: closedExchange, stop: () => service.stop() };
}

/** Without HTTP: paths are the addresses. */
async function openOne(deps: ServiceDeps): Promise<Embedded> {
  const service = createService(deps);
  await service.open();
  return { baseUrl: '', exchange: service.exchange, stop: () => service.stop() };
}

/** Time until another instance knows a change of add-ons. */
const SEEN_AFTER_MS = 1_000;

/**
 * Two instances behind a load balancer. It waits for the documented time until both know what one of them stored.
 */
async function startTwo(deps: ServiceDeps): Promise<Embedded> {
  const { url, drop } = await createPostgresDatabase();
  const services = [1, 2].map(() => createService({ ...deps, stateUrl: url }));
  const started = await Promise.all(services.map((service) => service.start()));
  const balancer = await startRoundRobin(
    started.map(({ baseUrl }) => baseUrl),
    {
      async before({ url }) {
        if (url === '/text/moderation') return;
        // Stores what was moderated, which otherwise happens when the clock moves on; it erases nothing.
        await Promise.all(services.map((service) => service.erase({ convoIds: [] })));
      },
      async after({ method, url = '' }) {
        if (method !== 'GET' && url.startsWith('/addons')) await wait(SEEN_AFTER_MS);
      },
    },
  );
  return {
    baseUrl: balancer.baseUrl,
    exchange: closedExchange,
    async stop() {
      await balancer.close();
      await Promise.all(services.map((service) => service.stop()));
      await drop();
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
