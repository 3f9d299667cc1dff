import { z } from 'zod';

export const NO_REASON = 'the service gave no reason';

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

/**
 * An answer without a usable result. `response` is a sentence for people, where it is a string at all. `api` is not asked
 * for: the console's errors are not shown, and this much tells a refusal.
 */
export const refusalSchema = z.looseObject({
  success: z.literal(false),
  response: z.unknown().optional(),
});
export type Refusal = z.infer<typeof refusalSchema>;

/** For operations whose answer is not shown: anything but a refusal. */
export const acknowledgementSchema = z
  .unknown()
  .refine((answer) => !refusalSchema.safeParse(answer).success, 'the answer is a refusal');

/** The sentence of a refusal, or one of ours where the service gave none. */
export function refusalMessage(refusal: Refusal): string {
  return typeof refusal.response === 'string' && refusal.response !== ''
    ? refusal.response
    : NO_REASON;
}
