import { z } from 'zod';

/** Paths under `{console_url}` (interface.md, "Property management"). */
export const PROPERTY_ACTIONS_PATH = '/api/properties/actions';
export const PROPERTY_SETTINGS_PATH = '/api/properties/settings';
export const PROPERTY_ANALYTICS_PATH = '/api/properties/analytics';
export const PROPERTY_ANALYTICS_AVAILABLE_PATH = '/api/properties/analytics/available';

/** Larger data is compressed. The interface says "1 MB": decimal, the smaller reading, satisfies either meaning. */
export const COMPRESSION_THRESHOLD_BYTES = 1_000_000;
/** How long an analytics tag is valid, and how long the data behind tags is kept. */
export const ANALYTICS_TAG_VALIDITY_MS = 30 * 24 * 60 * 60 * 1_000;
export const ANALYTICS_RETENTION_MS = 90 * 24 * 60 * 60 * 1_000;
/** How far back the audit log in the response of the available route goes. */
export const AUDIT_RETENTION_MS = 72 * 60 * 60 * 1_000;

export const propertyActionSchema = z.looseObject({
  property_id: z.string().min(1),
  /** The interface's examples: `ban`, `roles`. */
  command: z.string().min(1),
  /** Its meaning depends on the command. */
  operation: z.enum(['add', 'remove']),
  /** Users, if the action needs them. */
  target: z.array(z.string()).optional(),
  /** Items such as roles, if the action needs them. */
  value: z.array(z.union([z.string(), z.number()])).optional(),
});
export type PropertyAction = z.infer<typeof propertyActionSchema>;

export const settingsPatchSchema = z.looseObject({
  /** The interface's examples: `@property/name` (a string), `@property/discord/feature.verify` (a boolean). */
  key: z.string().min(1),
  value: z.union([z.string(), z.boolean(), z.number()]),
  /** A property id. */
  target: z.string().min(1),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

export const settingsRequestSchema = z.looseObject({ patches: z.array(settingsPatchSchema) });
export type SettingsRequest = z.infer<typeof settingsRequestSchema>;

/** `<PROPERTY_ID>::<DATE>`. The interface gives no date format; the embedded service writes `YYYY-MM-DD`, UTC. */
export const analyticsTagSchema = z
  .string()
  .max(256)
  .regex(/^[^\s:]+::\S+$/, 'expected <PROPERTY_ID>::<DATE>');

export const analyticsRequestSchema = z.looseObject({ tag: analyticsTagSchema });
export type AnalyticsRequest = z.infer<typeof analyticsRequestSchema>;

/** By event type; types without events are absent. The interface doesn't show their content. */
export const analyticsPayloadSchema = z.record(z.string(), z.unknown());
export type AnalyticsPayload = z.infer<typeof analyticsPayloadSchema>;

export const analyticsResponseSchema = z.looseObject({
  data: z.discriminatedUnion('isDeflateCompressed', [
    /** JSON text in UTF-8, compressed with zlib DEFLATE, in base64. */
    z.looseObject({ isDeflateCompressed: z.literal(true), payload: z.string() }),
    z.looseObject({ isDeflateCompressed: z.literal(false), payload: analyticsPayloadSchema }),
  ]),
});
export type AnalyticsResponse = z.infer<typeof analyticsResponseSchema>;

/** Unix time in seconds, rounded. */
const unixSecondSchema = z.int();

export const availableAnalyticsRequestSchema = z.looseObject({
  property_id: z.string().min(1),
  timeframe: z.looseObject({ from: unixSecondSchema, to: unixSecondSchema }),
});
export type AvailableAnalyticsRequest = z.infer<typeof availableAnalyticsRequestSchema>;

/** The embedded service's response, modelled on the analytics response: the interface doesn't show its shape. */
export const availableAnalyticsResponseSchema = z.looseObject({
  data: z.looseObject({
    tags: z.array(analyticsTagSchema),
    /** The audit log of the last 72 hours, newest first. */
    auditLogs: z.array(z.looseObject({})),
  }),
});
export type AvailableAnalyticsResponse = z.infer<typeof availableAnalyticsResponseSchema>;
