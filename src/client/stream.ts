import { acknowledgementSchema } from '../protocol/envelope.ts';
import { SERVICE_HEADER, VOICE_SERVICE } from '../protocol/auth.ts';
import {
  CONVO_ID_PARAMETER,
  CREATION_AUTHOR_KEY_FIELD,
  STREAM_PATH,
  STREAM_TAG_PATH,
  sessionAnswerSchema,
  tagRequestSchema,
  transcriptAnswerSchema,
  transcriptRequestSchema,
  type TagRequest,
  type TaggingSession,
  type Transcript,
} from '../protocol/stream.ts';
import type { Call, CallOptions } from './caller.ts';
import { checkRequest } from './issues.ts';

/**
 * Audio tagging (interface.md, "Audio tagging"). Every answer but the first one's is an array of a boolean, the payload
 * and null. A session can be read by the account that created it only.
 */
export interface StreamGroup {
  /**
   * Starts a session on the media at `url`; it completes within five minutes. Sent again only when it surely did not arrive,
   * since a second one would overwrite the first.
   */
  tag(request: StreamToTag, options?: CallOptions): Promise<StartedSession>;
  status(convoId: string, options?: CallOptions): Promise<SessionStatus>;
  /** `authorKey` is the one given at creation; what was stored is decrypted with it, and lost with it. */
  transcript(convoId: string, authorKey: string, options?: CallOptions): Promise<Transcript>;
}

export interface StreamToTag {
  /** Pre-signed or public address of the media; a video of 360p or below is recommended. */
  url: string;
  /** One in use overwrites that session. A UUID by default. */
  convoId?: string | undefined;
  /** Receives the result once, as a POST, and must answer with exactly 200. */
  webhook?: string | undefined;
  /** Improves the recommended tags. */
  seedSentence?: string | undefined;
  authorKey?: string | undefined;
}

export interface StartedSession {
  convoId: string;
  /** What the service answered: not shown. */
  answer: unknown;
}

export interface SessionStatus {
  /** Documented tags. Those of the result, or else of the metadata. There may be some although the session failed. */
  tags: string[];
  /** Others that are like them, from the same places. */
  undocumentedTags: string[];
  /** As the service has it. Complete once `running` is false; failed for `metadata.stopReason` if `error` is true. */
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
        schema: sessionAnswerSchema,
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
      const operation = {
        method: 'POST',
        path: `${STREAM_PATH}/${encodeURIComponent(convoId)}`,
        headers,
        schema: transcriptAnswerSchema,
        repeatable: true,
      } as const;
      const request = checkRequest(operation, transcriptRequestSchema, { authorKey });
      const [, transcript] = await call(operation, request, options?.signal);
      return transcript;
    },
  };
}

type Tags = string | false | null | undefined;

/** The first of the two that names any tag, as a list. */
function listOf(tags: Tags, fallback: Tags): string[] {
  const split = (tags: Tags): string[] =>
    (tags || '')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
  const own = split(tags);
  return own.length > 0 ? own : split(fallback);
}
