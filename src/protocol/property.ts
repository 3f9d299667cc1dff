import { z } from 'zod';

/** All below `{console_url}` (interface.md, "Property management"). */
export const PROPERTY_ACTIONS_PATH = '/api/properties/actions';
export const PROPERTY_SETTINGS_PATH = '/api/properties/settings';
export const PROPERTY_ANALYTICS_PATH = '/api/properties/analytics';
export const PROPERTY_ANALYTICS_AVAILABLE_PATH = '/api/properties/analytics/available';

/** Data over this is sent compressed. "1 MB"; taken as decimal, so that nobody's megabyte is exceeded uncompressed. */
export const COMPRESSION_THRESHOLD_BYTES = 1_000_000;
/** How long an analytics tag is valid. */
export const ANALYTICS_RETENTION_MS = 30 * 24 * 60 * 60 * 1_000;
/** What of the audit log the available route returns. */
export const AUDIT_RETENTION_MS = 72 * 60 * 60 * 1_000;

export const propertyActionSchema = z.looseObject({
  property_id: z.string().min(1),
  /** Seen: `ban`, `roles`. */
  command: z.string().min(1),
  /** Its meaning depends on the command. */
  operation: z.enum(['add', 'remove']),
  /** Users, when the action needs any. */
  target: z.array(z.string()).optional(),
  /** Items such as roles, when the action needs any. */
  value: z.array(z.union([z.string(), z.number()])).optional(),
});
export type PropertyAction = z.infer<typeof propertyActionSchema>;

export const settingsPatchSchema = z.looseObject({
  /** Seen: `@property/name` (a string), `@property/discord/feature.verify` (a boolean). */
  key: z.string().min(1),
  value: z.union([z.string(), z.boolean(), z.number()]),
  /** A property id. */
  target: z.string().min(1),
});
export type SettingsPatch = z.infer<typeof settingsPatchSchema>;

export const settingsRequestSchema = z.looseObject({ patches: z.array(settingsPatchSchema) });
export type SettingsRequest = z.infer<typeof settingsRequestSchema>;

/** `<PROPERTY_ID>::<DATE>`. The form of the date is not shown; the embedded service writes `YYYY-MM-DD`, UTC. */
export const analyticsTagSchema = z
  .string()
  .max(256)
  .regex(/^[^\s:]+::\S+$/, 'expected <PROPERTY_ID>::<DATE>');

export const analyticsRequestSchema = z.looseObject({ tag: analyticsTagSchema });
export type AnalyticsRequest = z.infer<typeof analyticsRequestSchema>;

/** By event type; types without events are absent. What is in them is not shown. */
export const analyticsPayloadSchema = z.record(z.string(), z.unknown());
export type AnalyticsPayload = z.infer<typeof analyticsPayloadSchema>;

export const analyticsAnswerSchema = z.looseObject({
  data: z.discriminatedUnion('isDeflateCompressed', [
    /** base64 of zlib DEFLATE of JSON text in UTF-8. */
    z.looseObject({ isDeflateCompressed: z.literal(true), payload: z.string() }),
    z.looseObject({ isDeflateCompressed: z.literal(false), payload: analyticsPayloadSchema }),
  ]),
});
export type AnalyticsAnswer = z.infer<typeof analyticsAnswerSchema>;

/** Unix time: milliseconds divided by 1000 and rounded. */
const unixSecondSchema = z.int();

export const availableRequestSchema = z.looseObject({
  property_id: z.string().min(1),
  timeframe: z.looseObject({ from: unixSecondSchema, to: unixSecondSchema }),
});
export type AvailableRequest = z.infer<typeof availableRequestSchema>;

/** What the embedded service answers there, chosen after the analytics answer: the exact shape is not shown. */
export const availableAnswerSchema = z.looseObject({
  data: z.looseObject({
    tags: z.array(analyticsTagSchema),
    /** The audit log of the last 72 hours, newest first. */
    auditLogs: z.array(z.looseObject({})),
  }),
});
export type AvailableAnswer = z.infer<typeof availableAnswerSchema>;
