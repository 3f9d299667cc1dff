import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { KEYWORD_ALERT } from './addons.ts';
import { metadataSchema } from './text-moderation.ts';

/** Identifies the service's webhook events (interface.md, "Events"). */
export const WEBHOOK_SENDER = 'service-webhooks';
/** The `addon` of the one-shot result of a tagging session. */
export const TAGGING_RESULT_ADDON = 'ssiQuery';

const eventFields = {
  sender: z.literal(WEBHOOK_SENDER),
  /** Milliseconds since the Unix epoch. */
  time: z.int(),
  /**
   * Present once the shared secret is enabled; see `timeHmac`. The interface does not say what the HMAC of a tagging result
   * covers.
   */
  hmac: z.string().optional(),
};

/** A registered keyword was found in a moderated sample. */
export const keywordAlertEventSchema = z.looseObject({
  ...eventFields,
  addon: z.literal(KEYWORD_ALERT),
  payload: z.looseObject({
    keywordDetected: z.string(),
    /** From the moderation request, if it had metadata. */
    metadata: metadataSchema.optional(),
    /** The sample, if the add-on was enabled with `includeFullMessage`. */
    fullText: z.union([z.string(), z.literal(false)]),
  }),
});
export type KeywordAlertEvent = z.infer<typeof keywordAlertEventSchema>;

/** A tagging session is complete. Sent once; success is exactly 200. */
export const taggingResultEventSchema = z.looseObject({
  ...eventFields,
  addon: z.literal(TAGGING_RESULT_ADDON),
  payload: z.looseObject({
    /** Comma-separated. Also accepts false, which a session without tags has. */
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
export function timeHmac(secret: string | Buffer, timeMs: number): string {
  return createHmac('sha256', secret).update(String(timeMs)).digest('base64');
}
