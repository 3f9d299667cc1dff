import { z } from 'zod';
import { NO_REASON } from './envelope.ts';
import { textModerationEnvelopeSchema } from './text-moderation.ts';

/** `POST` starts a tagging session (interface.md, "Audio tagging"). */
export const STREAM_TAG_PATH = '/stream/tag';
/** `GET ?convoid=<convoId>` reads its status; `POST /stream/<convoId>` its transcript. */
export const STREAM_PATH = '/stream';
export const CONVO_ID_PARAMETER = 'convoid';

/** A session completes within five minutes once running (interface.md, "Limits"). */
export const MAX_SESSION_MS = 5 * 60 * 1_000;

/**
 * Which field of the creating request carries the author key. Not shown; chosen after the field that carries it when the
 * transcript is read.
 */
export const CREATION_AUTHOR_KEY_FIELD = 'authorKey';

/** The stream routes answer with three elements: a boolean, the payload, and null (interface.md, "Response envelope"). */
export function streamAnswerSchema<Payload extends z.ZodType>(payload: Payload) {
  return z.tuple([z.boolean(), payload, z.null()]);
}

/** A stream answer without a result. How one looks is not shown: here, false and a sentence, or an object with one. */
export const streamRefusalSchema = z.tuple([z.literal(false), z.unknown()]).rest(z.unknown());
export type StreamRefusal = z.infer<typeof streamRefusalSchema>;

export function streamRefusalMessage([, payload]: StreamRefusal): string {
  if (typeof payload === 'string' && payload !== '') return payload;
  const named = z.looseObject({ message: z.string().min(1) }).safeParse(payload);
  return named.success ? named.data.message : NO_REASON;
}

export const tagRequestSchema = z.looseObject({
  /** Of the media, pre-signed or public; a video of 360p or below is recommended. */
  url: z.url({ protocol: /^https?$/ }),
  /** One that is not unique overwrites the entry there is. */
  convoId: z.string().min(1),
  /** Receives the one-shot result, as a POST. */
  webhook: z.url({ protocol: /^https?$/ }).optional(),
  /** Improves the recommended tags. */
  seedSentence: z.string().optional(),
  [CREATION_AUTHOR_KEY_FIELD]: z.string().min(1).optional(),
});
export type TagRequest = z.infer<typeof tagRequestSchema>;

/** Comma-separated tags, or false when there are none. */
const tagsSchema = z.union([z.string(), z.literal(false)]);

export const sessionStateSchema = z.enum(['provisioning', 'running', 'finished']);
export type SessionState = z.infer<typeof sessionStateSchema>;

/**
 * The status view. The interface does not say which fields wait for the session to get that far, so all are optional
 * that a reader can do without.
 */
export const taggingSessionSchema = z.looseObject({
  convoId: z.string(),
  /** `result.tags` may be there all the same. */
  error: z.boolean(),
  instanceId: z.string().optional(),
  metadata: z
    .looseObject({
      /** Why, when `error` is true. */
      stopReason: z.string().nullish(),
      /** Seen: `edge`. */
      sampleMethod: z.string().optional(),
      /** Seen: `explore`. */
      searchMethod: z.string().optional(),
      webhook: z.string().nullish(),
      /** With the same meaning as in `result`. */
      tags: tagsSchema.nullish(),
      undocumentedTags: tagsSchema.nullish(),
    })
    .optional(),
  result: z
    .looseObject({
      methods: z
        .looseObject({ sampling: z.string().optional(), search: z.string().optional() })
        .optional(),
      tags: tagsSchema.nullish(),
      /** Semantically similar to documented ones. */
      undocumentedTags: tagsSchema.nullish(),
    })
    .nullish(),
  resourceClaim: z.string().optional(),
  /** False: the session is complete. */
  running: z.boolean(),
  state: sessionStateSchema,
  /** Seen: `tag-live`. */
  type: z.string().optional(),
  uri: z.string().optional(),
});
export type TaggingSession = z.infer<typeof taggingSessionSchema>;

export const sessionAnswerSchema = streamAnswerSchema(taggingSessionSchema);
export type SessionAnswer = z.infer<typeof sessionAnswerSchema>;

export const transcriptRequestSchema = z.looseObject({
  /** The one sent at creation; what is stored is decrypted with it. */
  authorKey: z.string().min(1),
});
export type TranscriptRequest = z.infer<typeof transcriptRequestSchema>;

/** A time as `HH:MM:SS` and a sentence. */
const spokenSentenceSchema = z.tuple([z.string(), z.string()]);
export type SpokenSentence = z.infer<typeof spokenSentenceSchema>;

const sentenceFields = {
  /** `service-lang-voice`. */
  api: z.string(),
  TOS: z.string().optional(),
  version: z.string().optional(),
  /** The sentence. */
  voiceSTT: z.string(),
  /** Spelt so on the wire. */
  convoID: z.string(),
  /** Milliseconds since the Unix epoch; `time` is the same as a string. */
  messageOrder: z.int(),
  time: z.string(),
};

/** One sentence judged: the voice envelope, whose response is a text moderation envelope. */
export const moderatedSentenceSchema = z.discriminatedUnion('success', [
  z.looseObject({
    ...sentenceFields,
    success: z.literal(true),
    response: textModerationEnvelopeSchema,
  }),
  z.looseObject({ ...sentenceFields, success: z.literal(false), response: z.unknown() }),
]);
export type ModeratedSentence = z.infer<typeof moderatedSentenceSchema>;

export const transcriptSchema = z.looseObject({
  transcript: z.looseObject({
    /** Chronological. */
    master: z.array(spokenSentenceSchema),
    /** By the speaker's index. */
    speakers: z.record(z.string(), z.array(spokenSentenceSchema)),
  }),
  moderationResults: z.array(moderatedSentenceSchema),
});
export type Transcript = z.infer<typeof transcriptSchema>;

export const transcriptAnswerSchema = streamAnswerSchema(transcriptSchema);
export type TranscriptAnswer = z.infer<typeof transcriptAnswerSchema>;
