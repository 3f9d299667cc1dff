import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { KEYWORD_ALERT } from './addons.ts';
import { metadataSchema } from './text-moderation.ts';

/** Tells the service's webhooks from others (interface.md, "Events"). */
export const WEBHOOK_SENDER = 'service-webhooks';
/** The `addon` of the one-shot result of a tagging session. */
export const TAGGING_RESULT_ADDON = 'ssiQuery';

const eventFields = {
  sender: z.literal(WEBHOOK_SENDER),
  /** Milliseconds since the Unix epoch. */
  time: z.int(),
  /** There once the shared secret is enabled; see `timeHmac`. What that of a tagging result covers is not shown. */
  hmac: z.string().optional(),
};

/** A registered keyword was found in a moderated sample. */
export const keywordAlertEventSchema = z.looseObject({
  ...eventFields,
  addon: z.literal(KEYWORD_ALERT),
  payload: z.looseObject({
    keywordDetected: z.string(),
    /** From the moderation request; absent where that had none. */
    metadata: metadataSchema.optional(),
    /** The sample, where the add-on was enabled with `includeFullMessage`. */
    fullText: z.union([z.string(), z.literal(false)]),
  }),
});
export type KeywordAlertEvent = z.infer<typeof keywordAlertEventSchema>;

/** A tagging session is complete. Sent once; success is exactly 200. */
export const taggingResultEventSchema = z.looseObject({
  ...eventFields,
  addon: z.literal(TAGGING_RESULT_ADDON),
  payload: z.looseObject({
    /** Comma-separated. Without any, a session's tags are false, so that is read here too. */
    tags: z.union([z.string(), z.literal(false)]),
    undocumentedTags: z.union([z.string(), z.literal(false)]),
    convoId: z.string(),
  }),
});
export type TaggingResultEvent = z.infer<typeof taggingResultEventSchema>;

export const webhookEventSchema = z.discriminatedUnion('addon', [
  keywordAlertEventSchema,
  taggingResultEventSchema,
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** base64 of the HMAC-SHA256 of an event's `time` as a string, keyed by the shared secret. */
export function timeHmac(secret: string, timeMs: number): string {
  return createHmac('sha256', secret).update(String(timeMs)).digest('base64');
}
