import { z } from 'zod';
import { NO_REASON } from './envelope.ts';

/** `POST` starts a tagging session (interface.md, "Audio tagging"). */
export const STREAM_TAG_PATH = '/stream/tag';
/** `GET ?convoid=<convoId>` reads its status; `POST /stream/<convoId>` its transcript. */
export const STREAM_PATH = '/stream';
export const CONVO_ID_PARAMETER = 'convoid';

/** A session completes within five minutes once running (interface.md, "Limits"). */
export const MAX_SESSION_MS = 5 * 60 * 1_000;

/** The field of a creation request that carries the author key. Undocumented; named like the transcript request's field. */
export const CREATION_AUTHOR_KEY_FIELD = 'authorKey';

/** A stream route's response: a boolean, the payload, and null (interface.md, "Response envelope"). */
export function streamResponseSchema<Payload extends z.ZodType>(payload: Payload) {
  return z.tuple([z.boolean(), payload, z.null()]);
}

/** A failed stream response. Undocumented; we expect false, then a sentence or an object with a `message`. */
export const streamRefusalSchema = z.tuple([z.literal(false), z.unknown()]).rest(z.unknown());
export type StreamRefusal = z.infer<typeof streamRefusalSchema>;

export function streamRefusalMessage([, payload]: StreamRefusal): string {
  if (typeof payload === 'string' && payload !== '') return payload;
  const parsed = z.looseObject({ message: z.string().min(1) }).safeParse(payload);
  return parsed.success ? parsed.data.message : NO_REASON;
}

export const tagRequestSchema = z.looseObject({
  /** The media's URL, pre-signed or public. The interface recommends video of 360p or less. */
  url: z.url({ protocol: /^https?$/ }),
  /** Reusing an id overwrites the existing session. */
  convoId: z.string().min(1),
  /** The service POSTs the result to this URL, once. */
  webhook: z.url({ protocol: /^https?$/ }).optional(),
  /** Improves the recommended tags. */
  seedSentence: z.string().optional(),
  [CREATION_AUTHOR_KEY_FIELD]: z.string().min(1).optional(),
});
export type TagRequest = z.infer<typeof tagRequestSchema>;

/** Comma-separated tags, or false if there are none. */
const tagsSchema = z.union([z.string(), z.literal(false)]);

export const sessionStateSchema = z.enum(['provisioning', 'running', 'finished']);
export type SessionState = z.infer<typeof sessionStateSchema>;

/** The status view. The interface doesn't say which fields a new session lacks, so only those that readers need are required. */
export const taggingSessionSchema = z.looseObject({
  convoId: z.string(),
  /** `result.tags` may be present even if this is true. */
  error: z.boolean(),
  instanceId: z.string().optional(),
  metadata: z
    .looseObject({
      /** The reason, if `error` is true. */
      stopReason: z.string().nullish(),
      /** The interface's example: `edge`. */
      sampleMethod: z.string().optional(),
      /** The interface's example: `explore`. */
      searchMethod: z.string().optional(),
      webhook: z.string().nullish(),
      /** Undocumented: the embedded service transcribed only the beginning of the media. */
      truncated: z.boolean().nullish(),
      /** The same tags as in `result`. */
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
      /** Tags similar in meaning to documented ones. */
      undocumentedTags: tagsSchema.nullish(),
    })
    .nullish(),
  resourceClaim: z.string().optional(),
  /** False once the session is complete. */
  running: z.boolean(),
  state: sessionStateSchema,
  /** The interface's example: `tag-live`. */
  type: z.string().optional(),
  uri: z.string().optional(),
});
export type TaggingSession = z.infer<typeof taggingSessionSchema>;

export const sessionResponseSchema = streamResponseSchema(taggingSessionSchema);
export type SessionResponse = z.infer<typeof sessionResponseSchema>;

export const transcriptRequestSchema = z.looseObject({
  /** The key sent at creation. It decrypts the stored transcript. */
  authorKey: z.string().min(1),
});
export type TranscriptRequest = z.infer<typeof transcriptRequestSchema>;

/** A time (`HH:MM:SS`) and a sentence. */
const spokenSentenceSchema = z.tuple([z.string(), z.string()]);
export type SpokenSentence = z.infer<typeof spokenSentenceSchema>;

/**
 * One moderated sentence: the voice envelope, whose response is a text moderation envelope. The schema leaves it
 * open, so that one sentence that the service could not moderate does not invalidate the transcript.
 */
export const moderatedSentenceSchema = z.looseObject({
  /** `service-lang-voice`. */
  api: z.string(),
  success: z.boolean(),
  response: z.unknown(),
  TOS: z.string().optional(),
  version: z.string().optional(),
  /** The sentence. */
  voiceSTT: z.string(),
  /** The wire spells it this way. */
  convoID: z.string(),
  /** Milliseconds since the Unix epoch; `time` is the same as a string. */
  messageOrder: z.int(),
  time: z.string(),
});
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

export const transcriptResponseSchema = streamResponseSchema(transcriptSchema);
export type TranscriptResponse = z.infer<typeof transcriptResponseSchema>;
