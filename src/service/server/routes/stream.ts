import {
  CONVO_ID_PARAMETER,
  CREATION_AUTHOR_KEY_FIELD,
  STREAM_PATH,
  STREAM_TAG_PATH,
  tagRequestSchema,
  transcriptRequestSchema,
  type TaggingSession,
  type TagRequest,
} from '../../../service-api/schemas/stream.ts';
import type { ServiceAnswer } from '../../../service-api/exchange.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { parseBody } from '../parse-body.ts';
import { success, type Route } from '../route.ts';
import type { StoredSession } from '../../store/sessions.ts';
import { sessionView } from '../../stream/session-view.ts';
import type { Tagging } from '../../stream/tagging.ts';

export interface StreamRouteDeps {
  tagging: Tagging;
  /** Identifies this run of the service. */
  instanceId: string;
}

const MAX_CONVO_ID_LENGTH = 100;
const MAX_SEED_LENGTH = 10_000;
const MAX_AUTHOR_KEY_LENGTH = 1_000;

const SENTENCES = {
  url: 'The field url must be an address starting with http:// or https://.',
  convoId: `The field convoId must be a string of 1 to ${MAX_CONVO_ID_LENGTH} characters.`,
  webhook: 'The field webhook must be an address starting with http:// or https://.',
  seedSentence: `The field seedSentence must be a string of at most ${MAX_SEED_LENGTH} characters.`,
  authorKey: `The field authorKey must be a string of 1 to ${MAX_AUTHOR_KEY_LENGTH} characters.`,
};

/** A session with this id is refused, because the path of its transcript would be the one that starts a session. */
const RESERVED_CONVO_ID = 'tag';
const RESERVED = `The field convoId must not be ${RESERVED_CONVO_ID}.`;

function refuse(field: keyof typeof SENTENCES): never {
  throw new HttpError(400, SENTENCES[field]);
}

function parseTagRequest(body: unknown): TagRequest {
  const request = parseBody(tagRequestSchema, body, SENTENCES);
  const { convoId, seedSentence = '', [CREATION_AUTHOR_KEY_FIELD]: authorKey = '' } = request;
  if (convoId === RESERVED_CONVO_ID) throw new HttpError(400, RESERVED);
  if (convoId.length > MAX_CONVO_ID_LENGTH) refuse('convoId');
  if (seedSentence.length > MAX_SEED_LENGTH) refuse('seedSentence');
  if (authorKey.length > MAX_AUTHOR_KEY_LENGTH) refuse('authorKey');
  return request;
}

/** "A session can only be queried by its owner": for everybody else, it doesn't exist. */
const NO_SESSION = 'No tagging session has this convoId.';

/** The three audio tagging routes. Every response is an array of three elements. */
export function streamRoutes({ tagging, instanceId }: StreamRouteDeps): Route[] {
  async function ownSession(account: string, convoId: unknown): Promise<StoredSession> {
    if (typeof convoId !== 'string' || convoId === '') {
      throw new HttpError(400, `The query parameter ${CONVO_ID_PARAMETER} is missing.`);
    }
    const session = await tagging.find(account, convoId);
    if (session === null) throw new HttpError(404, NO_SESSION);
    return session;
  }

  function view(session: StoredSession): ServiceAnswer {
    const body: [true, TaggingSession, null] = [
      true,
      sessionView(session, session.claimedBy ?? instanceId),
      null,
    ];
    return success(body);
  }

  async function transcript(session: StoredSession, authorKey: string): Promise<ServiceAnswer> {
    if (session.state !== 'finished') {
      throw new HttpError(409, 'The session is not finished yet. Try again later.');
    }
    const opened = await tagging.openTranscript(session, authorKey);
    switch (opened.kind) {
      case 'opened':
        return success([true, JSON.parse(opened.json), null]);
      case 'wrongKey':
        throw new HttpError(
          403,
          'The authorKey does not match the one the session was created with.',
        );
      case 'none':
        throw new HttpError(404, noTranscript(session));
    }
  }

  return [
    {
      area: 'stream',
      method: 'POST',
      path: STREAM_TAG_PATH,
      async answer({ body, account }) {
        const request = parseTagRequest(body);
        const session = await tagging.create({
          account,
          convoId: request.convoId,
          url: request.url,
          webhook: request.webhook ?? null,
          seedSentence: request.seedSentence ?? '',
          authorKey: request[CREATION_AUTHOR_KEY_FIELD] ?? null,
        });
        return view(session);
      },
    },
    {
      area: 'stream',
      method: 'GET',
      path: STREAM_PATH,
      answer: async ({ account, query }) =>
        view(await ownSession(account, query[CONVO_ID_PARAMETER])),
    },
    {
      area: 'stream',
      method: 'POST',
      path: `${STREAM_PATH}/:convoId`,
      async answer({ account, body, params }) {
        const { convoId = '' } = params;
        if (convoId.length > MAX_CONVO_ID_LENGTH) refuse('convoId');
        const { authorKey } = parseBody(transcriptRequestSchema, body, SENTENCES);
        return transcript(await ownSession(account, convoId), authorKey);
      },
    },
  ];
}

function noTranscript({ stopReason }: StoredSession): string {
  return stopReason === null
    ? `There is no transcript: the session was created without ${CREATION_AUTHOR_KEY_FIELD}.`
    : `There is no transcript: ${stopReason}`;
}
