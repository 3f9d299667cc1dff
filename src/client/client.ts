import { validateHeaderValue } from 'node:http';
import { systemClock, type Clock } from '../lib/clock.ts';
import { API_KEY_HEADER } from '../protocol/auth.ts';
import { createCaller } from './caller.ts';
import { LIMITS, type Limits } from './limits.ts';
import { createTextGroup, type TextGroup } from './text.ts';

/** The moderation service, a group a capability. What calls reject with is in `errors.ts`. */
export interface ModerationClient {
  readonly text: TextGroup;
  /** Closes the connections. Calls under way fail at once: whoever wants their answers waits for them first. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** `{base_url}` of the interface; may have a path. */
  baseUrl: string;
  apiKey: string;
  clock?: Clock;
  /** From 0 to below 1; spreads retries. */
  random?: () => number;
  /** For tests. */
  limits?: Partial<Limits>;
}

/** Throws where `baseUrl` is no URL or `apiKey` cannot stand in a header. */
export function createClient({
  baseUrl,
  apiKey,
  clock = systemClock,
  random = Math.random,
  limits,
}: ClientOptions): ModerationClient {
  validateHeaderValue(API_KEY_HEADER, apiKey);
  const service = createCaller({
    baseUrl,
    headers: [API_KEY_HEADER, apiKey],
    clock,
    random,
    limits: { ...LIMITS, ...limits },
  });
  return {
    text: createTextGroup(service.call),
    close: () => service.close(),
  };
}
