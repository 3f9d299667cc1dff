import { z } from 'zod';

/**
 * The frame round every answer of the `{base_url}` interface (interface.md, "Response envelope").
 * Loose: keys the interface does not name are kept.
 */
export function envelopeSchema<Response extends z.ZodType>(response: Response) {
  return z.looseObject({
    /** Which component answered; values seen: `service-lang-text`, `service-lang-voice`. */
    api: z.string(),
    success: z.literal(true),
    response,
  });
}

/** An answer without a usable result. `response` is a sentence for people, where it is a string at all. */
export const refusalSchema = z.looseObject({
  api: z.string(),
  success: z.literal(false),
  response: z.unknown(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** The sentence of a refusal, or one of ours where the service gave none. */
export function refusalMessage(refusal: Refusal): string {
  return typeof refusal.response === 'string' && refusal.response !== ''
    ? refusal.response
    : 'the service gave no reason';
}
