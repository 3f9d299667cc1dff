import { acknowledgementSchema } from '../protocol/envelope.ts';
import {
  PROPERTY_ACTIONS_PATH,
  PROPERTY_ANALYTICS_AVAILABLE_PATH,
  PROPERTY_ANALYTICS_PATH,
  PROPERTY_SETTINGS_PATH,
  analyticsAnswerSchema,
  analyticsPayloadSchema,
  analyticsRequestSchema,
  availableRequestSchema,
  propertyActionSchema,
  settingsRequestSchema,
  type AnalyticsAnswer,
  type AnalyticsPayload,
  type PropertyAction,
  type SettingsPatch,
} from '../protocol/property.ts';
import { readAvailable, type AvailableAnalytics } from './available.ts';
import type { Call, CallOptions, Operation } from './caller.ts';
import { InvalidResponseError } from './errors.ts';
import { inflateJson } from './inflate.ts';
import { checkRequest, describeIssues } from './issues.ts';

/** Property management on `{console_url}` (interface.md, "Property management"). */
export interface PropertyGroup {
  /**
   * Has something done on a property. Sent a second time only when the first surely did not arrive; any other failure leaves
   * open whether it was done. Resolves with the service's answer, whose shape is not shown.
   */
  act(action: Action, options?: CallOptions): Promise<unknown>;
  /** Sets settings; repeated after a failure, since they are absolute. Resolves with the answer, whose shape is not shown. */
  patchSettings(patches: readonly Patch[], options?: CallOptions): Promise<unknown>;
  /**
   * Raw events and compiled analytics of a day, by event type; any key may be absent. `tag` is one of `available`,
   * valid for up to 30 days. Compressed data is inflated, up to 64 MiB.
   */
  analytics(tag: string, options?: CallOptions): Promise<AnalyticsPayload>;
  /** The analytics tags there are for a timeframe, and the audit log of the last 72 hours. */
  available(query: AvailableQuery, options?: CallOptions): Promise<AvailableAnalytics>;
}

export interface Action {
  propertyId: string;
  /** `ban` and `roles` are known; others are not shown. */
  command: string;
  operation: 'add' | 'remove';
  /** Users, when the action needs any. */
  target?: readonly string[] | undefined;
  /** Items such as roles, when the action needs any. */
  value?: readonly (string | number)[] | undefined;
}

export interface Patch {
  /** `@property/name` (a string) and `@property/discord/feature.verify` (a boolean) are known; others are not shown. */
  key: string;
  value: string | boolean | number;
  /** A property id. */
  target: string;
}

export interface AvailableQuery {
  propertyId: string;
  /** Milliseconds since the Unix epoch; sent in seconds, rounded. */
  fromMs: number;
  /** Likewise. */
  toMs: number;
}

/** Of inflated analytics. Parsing as much JSON takes about half a second, in which nothing else runs. */
export const MAX_INFLATED_BYTES = 64 * 1024 * 1024;

const notShown = { schema: acknowledgementSchema, mayBeEmpty: true } as const;
const ACT = {
  ...notShown,
  method: 'POST',
  path: PROPERTY_ACTIONS_PATH,
  repeatable: false,
} as const;
const PATCH_SETTINGS = {
  ...notShown,
  method: 'PATCH',
  path: PROPERTY_SETTINGS_PATH,
  repeatable: true,
} as const;
const ANALYTICS: Operation<AnalyticsAnswer> = {
  method: 'POST',
  path: PROPERTY_ANALYTICS_PATH,
  schema: analyticsAnswerSchema,
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
      const request = checkRequest(AVAILABLE, availableRequestSchema, {
        property_id: propertyId,
        timeframe,
      });
      return readAvailable(await call(AVAILABLE, request, options?.signal));
    },
  };
}

function invalid(problem: string): InvalidResponseError {
  return new InvalidResponseError(`${ANALYTICS.method} ${ANALYTICS.path}`, {
    status: 200,
    problem,
  });
}
