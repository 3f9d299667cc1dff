import { acknowledgementSchema } from '../../schemas/envelope.ts';
import {
  PROPERTY_ACTIONS_PATH,
  PROPERTY_ANALYTICS_AVAILABLE_PATH,
  PROPERTY_ANALYTICS_PATH,
  PROPERTY_SETTINGS_PATH,
  analyticsResponseSchema,
  analyticsPayloadSchema,
  analyticsRequestSchema,
  availableAnalyticsRequestSchema,
  propertyActionSchema,
  settingsRequestSchema,
  type AnalyticsResponse,
  type AnalyticsPayload,
  type PropertyAction,
  type SettingsPatch,
} from '../../schemas/property.ts';
import { parseAvailableAnalytics, type AvailableAnalytics } from './available-analytics.ts';
import type { Call, CallOptions, Operation } from '../calls/caller.ts';
import { InvalidResponseError } from '../errors.ts';
import { inflateJson } from '../calls/inflate.ts';
import { checkRequest, describeIssues } from '../calls/zod-issues.ts';

/** Property management on `{console_url}` (interface.md, "Property management"). */
export interface PropertyGroup {
  /**
   * Runs an action on a property. Not retried once sent, so after an error the action may have run. Resolves to the service's
   * response; the interface does not show its shape.
   */
  act(action: PropertyActionInput, options?: CallOptions): Promise<unknown>;
  /** Changes settings. Idempotent, so it is retried. Resolves to the response; the interface does not show its shape. */
  patchSettings(patches: readonly Patch[], options?: CallOptions): Promise<unknown>;
  /**
   * A day's raw events and compiled analytics by event type; any key may be missing. `tag` comes from `available` and is valid
   * for up to 30 days; the data behind it is kept for up to 90 days. Inflates compressed data up to 64 MiB.
   */
  analytics(tag: string, options?: CallOptions): Promise<AnalyticsPayload>;
  /** The analytics tags of a timeframe and the audit log of the last 72 hours. */
  available(query: AvailableQuery, options?: CallOptions): Promise<AvailableAnalytics>;
}

export interface PropertyActionInput {
  propertyId: string;
  /** The interface shows `ban` and `roles`. */
  command: string;
  operation: 'add' | 'remove';
  /** User ids, if the action needs any. */
  target?: readonly string[] | undefined;
  /** Items such as role ids, if the action needs any. */
  value?: readonly (string | number)[] | undefined;
}

export interface Patch {
  /** The interface shows `@property/name` (a string) and `@property/discord/feature.verify` (a boolean). */
  key: string;
  value: string | boolean | number;
  /** A property id. */
  target: string;
}

export interface AvailableQuery {
  propertyId: string;
  /** Start, in milliseconds since the Unix epoch. Sent as rounded seconds. */
  fromMs: number;
  /** End, in milliseconds since the Unix epoch. Sent as rounded seconds. */
  toMs: number;
}

/** Parsing this much JSON blocks the process for about half a second. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

const unknownResponse = { schema: acknowledgementSchema, mayBeEmpty: true } as const;
const ACT = {
  ...unknownResponse,
  method: 'POST',
  path: PROPERTY_ACTIONS_PATH,
  repeatable: false,
} as const;
const PATCH_SETTINGS = {
  ...unknownResponse,
  method: 'PATCH',
  path: PROPERTY_SETTINGS_PATH,
  repeatable: true,
} as const;
const ANALYTICS: Operation<AnalyticsResponse> = {
  method: 'POST',
  path: PROPERTY_ANALYTICS_PATH,
  schema: analyticsResponseSchema,
  repeatable: true,
};
const AVAILABLE: Operation<unknown> = {
  method: 'POST',
  path: PROPERTY_ANALYTICS_AVAILABLE_PATH,
  schema: acknowledgementSchema,
  repeatable: true,
};

export function createPropertyGroup(
  call: Call,
  maxInflatedBytes: number = MAX_INFLATED_BYTES,
): PropertyGroup {
  return {
    async act({ propertyId, command, operation, target, value }, options) {
      const action: PropertyAction = { property_id: propertyId, command, operation };
      if (target !== undefined) action.target = [...target];
      if (value !== undefined) action.value = [...value];
      return call(ACT, checkRequest(ACT, propertyActionSchema, action), options?.signal);
    },
    async patchSettings(patches, options) {
      const request = {
        patches: patches.map(({ key, value, target }): SettingsPatch => ({ key, value, target })),
      };
      checkRequest(PATCH_SETTINGS, settingsRequestSchema, request);
      return call(PATCH_SETTINGS, request, options?.signal);
    },
    async analytics(tag, options) {
      const request = checkRequest(ANALYTICS, analyticsRequestSchema, { tag });
      const { data } = await call(ANALYTICS, request, options?.signal);
      if (!data.isDeflateCompressed) return data.payload;
      const inflated = await inflateJson(data.payload, maxInflatedBytes);
      if (!inflated.ok) throw invalid(inflated.problem);
      const payload = analyticsPayloadSchema.safeParse(inflated.json);
      if (!payload.success) throw invalid(describeIssues(payload.error));
      return payload.data;
    },
    async available({ propertyId, fromMs, toMs }, options) {
      const timeframe = { from: Math.round(fromMs / 1_000), to: Math.round(toMs / 1_000) };
      const request = checkRequest(AVAILABLE, availableAnalyticsRequestSchema, {
        property_id: propertyId,
        timeframe,
      });
      return parseAvailableAnalytics(await call(AVAILABLE, request, options?.signal));
    },
  };
}

function invalid(problem: string): InvalidResponseError {
  return new InvalidResponseError(`${ANALYTICS.method} ${ANALYTICS.path}`, {
    status: 200,
    problem,
  });
}
