import { randomUUID } from 'node:crypto';
import { validateHeaderValue } from 'node:http';
import { systemClock, type Clock } from '../lib/clock.ts';
import { API_KEY_HEADER, BEARER_PREFIX, CONSOLE_AUTH_HEADER } from '../protocol/auth.ts';
import {
  DEFAULT_ADDON_SECRETS,
  createAddonsGroup,
  type AddonSecretsRequest,
  type AddonsGroup,
} from './addons.ts';
import { createCaller } from './caller.ts';
import { createInsightsGroup, type InsightsGroup } from './insights.ts';
import { BULK_LIMITS, LIMITS, type Limits } from './limits.ts';
import { createPause } from './pause.ts';
import { createPropertyGroup, type PropertyGroup } from './property.ts';
import { createStatisticsGroup, type StatisticsGroup } from './statistics.ts';
import { createStreamGroup, type StreamGroup } from './stream.ts';
import { createTextGroup, type TextGroup } from './text.ts';

/** The moderation service, a group a capability. What calls reject with is in `errors.ts`. */
export interface ModerationClient {
  readonly text: TextGroup;
  readonly addons: AddonsGroup;
  readonly insights: InsightsGroup;
  readonly statistics: StatisticsGroup;
  readonly stream: StreamGroup;
  /** Null without a `consoleUrl`. */
  readonly property: PropertyGroup | null;
  /** Closes the connections. Calls under way, or waiting for their turn, fail at once: whoever wants answers waits first. */
  close(): Promise<void>;
}

export interface ClientOptions {
  /** `{base_url}` of the interface; may have a path. */
  baseUrl: string;
  /** `{console_url}`; likewise. */
  consoleUrl?: string | undefined;
  apiKey: string;
  /** How `/addons/secrets` is called, which the interface does not show. */
  addonSecrets?: AddonSecretsRequest;
  clock?: Clock;
  /** From 0 to below 1; spreads retries. */
  random?: () => number;
  /** Names tagging sessions. */
  newUuid?: () => string;
  /** For tests. */
  limits?: Partial<Limits>;
}

/** Throws where an address is no URL or `apiKey` cannot stand in a header. */
export function createClient({
  baseUrl,
  consoleUrl,
  apiKey,
  addonSecrets = DEFAULT_ADDON_SECRETS,
  clock = systemClock,
  random = Math.random,
  newUuid = randomUUID,
  limits,
}: ClientOptions): ModerationClient {
  validateHeaderValue(API_KEY_HEADER, apiKey);
  const keyHeaders = [API_KEY_HEADER, apiKey];
  const bearerHeaders = [CONSOLE_AUTH_HEADER, BEARER_PREFIX + apiKey];
  const bulk = { clock, random, limits: { ...BULK_LIMITS, ...limits } };

  // Moderation has connections and a circuit of its own, so that neither a large answer nor a fault elsewhere holds it up.
  const moderation = createCaller({
    baseUrl,
    headers: keyHeaders,
    clock,
    random,
    limits: { ...LIMITS, ...limits },
  });
  const service = createCaller({ ...bulk, baseUrl, headers: keyHeaders });
  const property =
    consoleUrl === undefined
      ? null
      : createCaller({ ...bulk, baseUrl: consoleUrl, headers: bearerHeaders });

  const closing = new AbortController();
  const pause = createPause(clock, closing.signal);
  return {
    text: createTextGroup(moderation.call),
    addons: createAddonsGroup(service.call, addonSecrets),
    insights: createInsightsGroup(service.call, pause),
    statistics: createStatisticsGroup(service.call, clock, pause),
    stream: createStreamGroup(service.call, newUuid),
    property: property && createPropertyGroup(property.call),
    async close() {
      closing.abort();
      await Promise.all([moderation.close(), service.close(), property?.close()]);
    },
  };
}
