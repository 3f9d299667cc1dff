import { acknowledgementSchema } from '../../schemas/envelope.ts';
import { SERVICE_HEADER, VOICE_SERVICE } from '../../schemas/auth.ts';
import {
  CONVO_ID_PARAMETER,
  CREATION_AUTHOR_KEY_FIELD,
  STREAM_PATH,
  STREAM_TAG_PATH,
  sessionResponseSchema,
  tagRequestSchema,
  transcriptResponseSchema,
  transcriptRequestSchema,
  type ModeratedSentence,
  type TagRequest,
  type TaggingSession,
  type Transcript,
} from '../../schemas/stream.ts';
import {
  textModerationEnvelopeSchema,
  type TextModerationEnvelope,
} from '../../schemas/text-moderation.ts';
import type { Call, CallOptions } from '../calls/caller.ts';
import { checkRequest } from '../calls/zod-issues.ts';
import { pathSegment } from '../calls/path-segment.ts';

/**
 * Audio tagging (interface.md, "Audio tagging"). All responses except the first are arrays of a boolean, the payload and null.
 * Only the account that created a session can read it.
 */
export interface StreamGroup {
  /**
   * Starts a session for the media at `url`. It completes within five minutes. Not retried once sent, because a retry would
   * overwrite the session.
   */
  tag(request: StreamToTag, options?: CallOptions): Promise<StartedSession>;
  status(convoId: string, options?: CallOptions): Promise<SessionStatus>;
  /** `authorKey` is the key from the session's creation, which decrypts the transcript. */
  transcript(convoId: string, authorKey: string, options?: CallOptions): Promise<Transcript>;
}

export interface StreamToTag {
  /** A pre-signed or public URL. For video, 360p or less is recommended. */
  url: string;
  /** Overwrites an existing session with this id. Default: a UUID. */
  convoId?: string | undefined;
  /** Receives the result once, as a POST request, and must respond with exactly 200. */
  webhook?: string | undefined;
  /** Improves the recommended tags. */
  seedSentence?: string | undefined;
  authorKey?: string | undefined;
}

export interface StartedSession {
  convoId: string;
  /** The service's response. The interface does not show its shape. */
  answer: unknown;
}

export interface SessionStatus {
  /** Documented tags from the result, or else from the metadata. A failed session may have some. */
  tags: string[];
  /** Similar tags that are not documented, from the same places. */
  undocumentedTags: string[];
  /** The service's own data. `running` false: complete. `error` true: failed because of `metadata.stopReason`. */
  session: TaggingSession;
}

const headers = [SERVICE_HEADER, VOICE_SERVICE];

const TAG = {
  method: 'POST',
  path: STREAM_TAG_PATH,
  headers,
  schema: acknowledgementSchema,
  repeatable: false,
  mayBeEmpty: true,
} as const;

export function createStreamGroup(call: Call, newUuid: () => string): StreamGroup {
  return {
    async tag({ url, convoId = newUuid(), webhook, seedSentence, authorKey }, options) {
      const request: TagRequest = { url, convoId };
      if (webhook !== undefined) request.webhook = webhook;
      if (seedSentence !== undefined) request.seedSentence = seedSentence;
      if (authorKey !== undefined) request[CREATION_AUTHOR_KEY_FIELD] = authorKey;
      checkRequest(TAG, tagRequestSchema, request);
      return { convoId, answer: await call(TAG, request, options?.signal) };
    },
    async status(convoId, options) {
      const query = new URLSearchParams({ [CONVO_ID_PARAMETER]: convoId });
      const path = `${STREAM_PATH}?${query.toString()}`;
      const operation = {
        method: 'GET',
        path,
        headers,
        schema: sessionResponseSchema,
        repeatable: true,
      } as const;
      const [, session] = await call(operation, null, options?.signal);
      const { result, metadata } = session;
      return {
        tags: listOf(result?.tags, metadata?.tags),
        undocumentedTags: listOf(result?.undocumentedTags, metadata?.undocumentedTags),
        session,
      };
    },
    async transcript(convoId, authorKey, options) {
      const segment = pathSegment({ method: 'POST', path: STREAM_PATH }, convoId);
      const operation = {
        method: 'POST',
        path: `${STREAM_PATH}/${segment}`,
        headers,
        schema: transcriptResponseSchema,
        repeatable: true,
      } as const;
      const request = checkRequest(operation, transcriptRequestSchema, { authorKey });
      const [, transcript] = await call(operation, request, options?.signal);
      return transcript;
    },
  };
}

/** Null: the sentence could not be moderated; the voice envelope or the text envelope in it has `success: false`. */
export function verdictOfSentence(sentence: ModeratedSentence): TextModerationEnvelope | null {
  if (!sentence.success) return null;
  const envelope = textModerationEnvelopeSchema.safeParse(sentence.response);
  return envelope.success ? envelope.data : null;
}

type Tags = string | false | null | undefined;

/** The first list that contains a tag. */
function listOf(tags: Tags, fallback: Tags): string[] {
  const split = (tags: Tags): string[] =>
    (tags || '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  const own = split(tags);
  return own.length > 0 ? own : split(fallback);
}
