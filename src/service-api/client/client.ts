import { randomUUID } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { systemClock, type Clock } from '../../shared/clock.ts';
import { createStrike } from '../../shared/secrets.ts';
import type { Exchange } from '../exchange.ts';
import { API_KEY_HEADER, BEARER_PREFIX, CONSOLE_AUTH_HEADER } from '../schemas/auth.ts';
import { SEARCH_INTERVAL_MS } from '../schemas/statistics.ts';
import {
  DEFAULT_ADDON_SECRETS,
  createAddonsGroup,
  type AddonSecretsRequest,
  type AddonsGroup,
} from './groups/addons.ts';
import { createCaller } from './calls/caller.ts';
import { createDirectTransport } from './calls/direct-transport.ts';
import { createHttpTransport } from './calls/http-transport.ts';
import { createInsightsGroup, type InsightsGroup } from './groups/insights.ts';
import { BULK_LIMITS, MODERATION_LIMITS, type CallLimits } from './calls/call-limits.ts';
import { createPause } from './calls/pause.ts';
import { createPropertyGroup, type PropertyGroup } from './groups/property.ts';
import { createStatisticsGroup, type StatisticsGroup } from './groups/statistics.ts';
import { createStreamGroup, type StreamGroup } from './groups/stream.ts';
import { createTextGroup, type TextGroup } from './groups/text.ts';

/** The moderation service, with one group of methods per capability. They reject with the errors in `errors.ts`. */
export interface ModerationClient {
  readonly text: TextGroup;
  readonly addons: AddonsGroup;
  readonly insights: InsightsGroup;
  readonly statistics: StatisticsGroup;
  readonly stream: StreamGroup;
  /** Null without a `consoleUrl`. */
  readonly property: PropertyGroup | null;
  /** Closes the connections. Calls in progress fail at once. */
  close(): Promise<void>;
}

/** The service's place: two URLs, or this process. */
export type ServicePlace =
  | {
      /** `{base_url}` of the interface. May have a path. */
      baseUrl: string;
      /** `{console_url}` of the interface. May have a path. */
      consoleUrl?: string | undefined;
    }
  | { exchange: Exchange };

export interface ClientSettings {
  apiKey: string;
  /** Further secrets that the service's answers must not repeat. The client never returns the API key. Default: none. */
  secrets?: readonly string[];
  /** Form of the request to `/addons/secrets`, which the interface does not specify. */
  addonSecrets?: AddonSecretsRequest;
  /** Minimum time between two statistics searches; the service may lift its limit. Default: two minutes. 0: no limit. */
  searchIntervalMs?: number;
  clock?: Clock;
  /** Returns 0 to below 1. Spreads retries. */
  random?: () => number;
  /** Creates ids of tagging sessions. */
  newUuid?: () => string;
  /** For tests. */
  limits?: Partial<CallLimits>;
}

export type ClientOptions = ClientSettings & ServicePlace;

const WITHOUT_URLS = { baseUrl: '', consoleUrl: '' };

/** Throws if a URL is invalid or `apiKey` cannot be sent in a header. */
export function createModerationClient({
  apiKey,
  secrets = [],
  addonSecrets = DEFAULT_ADDON_SECRETS,
  searchIntervalMs = SEARCH_INTERVAL_MS,
  clock = systemClock,
  random = Math.random,
  newUuid = randomUUID,
  limits,
  ...place
}: ClientOptions): ModerationClient {
  validateHeaderValue(API_KEY_HEADER, apiKey);
  const keyHeaders = [API_KEY_HEADER, apiKey];
  const bearerHeaders = [CONSOLE_AUTH_HEADER, BEARER_PREFIX + apiKey];
  const strike = createStrike([apiKey, ...secrets]);
  const { baseUrl, consoleUrl } = 'exchange' in place ? WITHOUT_URLS : place;

  function caller(url: string, headers: string[], callLimits: CallLimits) {
    const common = { headers, clock, limits: callLimits };
    const transport =
      'exchange' in place
        ? createDirectTransport({ ...common, exchange: place.exchange })
        : createHttpTransport({ ...common, strike, baseUrl: url });
    return createCaller({ transport, clock, random, limits: callLimits });
  }
  const bulkLimits = { ...BULK_LIMITS, ...limits };
  // Moderation has its own connections and circuit breaker, so that nothing else can delay it.
  const moderation = caller(baseUrl, keyHeaders, { ...MODERATION_LIMITS, ...limits });
  const service = caller(baseUrl, keyHeaders, bulkLimits);
  const property = consoleUrl === undefined ? null : caller(consoleUrl, bearerHeaders, bulkLimits);

  const closing = new AbortController();
  const pause = createPause(clock, closing.signal);
  return {
    text: createTextGroup(moderation.call),
    addons: createAddonsGroup(service.call, addonSecrets),
    insights: createInsightsGroup(service.call, pause),
    statistics: createStatisticsGroup(service.call, { clock, pause, searchIntervalMs }),
    stream: createStreamGroup(service.call, newUuid),
    property: property && createPropertyGroup(property.call),
    async close() {
      closing.abort();
      await Promise.all([moderation.close(), service.close(), property?.close()]);
    },
  };
}
