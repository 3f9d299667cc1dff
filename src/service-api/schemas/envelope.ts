import { z } from 'zod';

/** Values of an envelope's `api`, the component that responded (interface.md, "Response envelope"). */
export const TEXT_API = 'service-lang-text';
export const VOICE_API = 'service-lang-voice';

export const NO_REASON = 'the service gave no reason';

/**
 * The envelope of every response from `{base_url}` (interface.md, "Response envelope"). Keeps unknown keys.
 */
export function envelopeSchema<Response extends z.ZodType>(response: Response) {
  return z.looseObject({
    /** `TEXT_API` or `VOICE_API`. */
    api: z.string(),
    success: z.literal(true),
    response,
  });
}

/**
 * An error. `response` is a message for people if it is a string. `api` is not required, because the interface does not show
 * the console's errors.
 */
export const errorEnvelopeSchema = z.looseObject({
  success: z.literal(false),
  response: z.unknown().optional(),
});
export type ErrorEnvelope = z.infer<typeof errorEnvelopeSchema>;

/** For operations whose response the interface does not show: anything but an error. */
export const acknowledgementSchema = z
  .unknown()
  .refine((answer) => !errorEnvelopeSchema.safeParse(answer).success, 'the answer is a refusal');

/** The service's message, or our own if there is none. */
export function refusalMessage(refusal: ErrorEnvelope): string {
  return typeof refusal.response === 'string' && refusal.response !== ''
    ? refusal.response
    : NO_REASON;
}
