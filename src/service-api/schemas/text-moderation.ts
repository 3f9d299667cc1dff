import { z } from 'zod';
import { envelopeSchema } from './envelope.ts';

/** `POST` moderates a text (interface.md, "Text moderation"). */
export const TEXT_MODERATION_PATH = '/text/moderation';

/** The service accepts more keys, but its add-ons then skip the sample (interface.md, "Limits"). */
export const MAX_METADATA_KEYS = 20;

export const metadataSchema = z.record(z.string(), z.unknown());
/** Sent with a sample and returned in its events. The interface limits only the number of keys. */
export type Metadata = z.infer<typeof metadataSchema>;

export const textModerationRequestSchema = z.looseObject({
  sample: z.string().min(1),
  metadata: metadataSchema.optional(),
});
export type TextModerationRequest = z.infer<typeof textModerationRequestSchema>;

const engine1Schema = z.looseObject({
  baseline: z.number(),
  raceInvocation: z.number(),
  politicalLanguage: z.number(),
});

const engine2Schema = z.looseObject({
  raceInvocation: z.number(),
  defensive: z.number(),
  /** "May be a string instead of a number." */
  baseline: z.union([z.number(), z.string()]),
  aggressive: z.number(),
  vulgar: z.number(),
});

const patchesSchema = z.looseObject({
  extremistFormattingPatch: z.boolean(),
  /** The wire spells it "Path". May be absent. */
  miscWordChoicePath: z.boolean().optional(),
  shortVulgarityCommentLeniency: z.boolean(),
  modelTrainingWordPatch: z.array(z.boolean()),
  curseWordOverride: z.boolean(),
  /** The sample's sentiment; the interface's examples lie between -1 and 1. */
  sentimentScore: z.number(),
});

const resultMetadataSchema = z.looseObject({
  modelTrainingWords: z.array(z.string()),
  computeTime: z.number(),
  times: z.array(z.number()),
  uuid: z.string(),
  warningIssued: z.boolean(),
  endpoint: z.string(),
  alloc: z.string(),
  latencyAlert: z.boolean(),
});

/** The `response` of a moderation (interface.md, "Text moderation result"). Unknown keys are kept. */
export const textModerationResultSchema = z.looseObject({
  engine1: engine1Schema,
  engine2: engine2Schema,
  engine3: z.looseObject({ invoked: z.boolean() }).optional(),
  /** A word (the interface shows only `pass`) and a number. */
  suggestedAction: z.tuple([z.string(), z.number()]),
  patches: patchesSchema,
  insights: z.looseObject({
    /** A language name and a confidence. */
    dialectPrediction: z.tuple([z.string(), z.number()]),
    /**
     * An extension of the embedded service: probabilities of harm by category. Another service may use the name for something
     * else.
     */
    categories: z.record(z.string(), z.number()).optional().catch(undefined),
  }),
  metadata: resultMetadataSchema,
  /** Empty in the interface's example. */
  operator: z.looseObject({}),
});
export type TextModerationResult = z.infer<typeof textModerationResultSchema>;

export const textModerationEnvelopeSchema = envelopeSchema(textModerationResultSchema).extend({
  TOS: z.string(),
  version: z.string(),
});
export type TextModerationEnvelope = z.infer<typeof textModerationEnvelopeSchema>;
