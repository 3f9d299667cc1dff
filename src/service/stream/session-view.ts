import {
  TAGGING_RESULT_ADDON,
  WEBHOOK_SENDER,
  type TaggingResultEvent,
} from '../../service-api/schemas/events.ts';
import type { TaggingSession } from '../../service-api/schemas/stream.ts';
import type { StoredSession } from '../store/sessions.ts';

/** The values documented by the interface. */
const SAMPLING = 'edge';
const SEARCH = 'explore';
const TYPE = 'tag-live';

/** The status view (interface.md, "Tagging session"). `resourceClaim` identifies the service run that holds the session. */
export function sessionView(session: StoredSession, resourceClaim: string): TaggingSession {
  const tags = session.tags || false;
  const undocumentedTags = session.undocumentedTags || false;
  return {
    convoId: session.convoId,
    error: session.stopReason !== null,
    instanceId: session.instanceId,
    metadata: {
      ...(session.stopReason === null ? {} : { stopReason: session.stopReason }),
      sampleMethod: SAMPLING,
      searchMethod: SEARCH,
      ...(session.webhook === null ? {} : { webhook: session.webhook }),
      ...(session.isCut === 0 ? {} : { truncated: true }),
      tags,
      undocumentedTags,
    },
    result: { methods: { sampling: SAMPLING, search: SEARCH }, tags, undocumentedTags },
    resourceClaim,
    running: session.state !== 'finished',
    state: session.state,
    type: TYPE,
    uri: session.url,
  };
}

/** The event that a finished session sends once. */
export function resultEvent(
  session: StoredSession,
  { timeMs, hmac }: { timeMs: number; hmac?: string },
): TaggingResultEvent {
  return {
    sender: WEBHOOK_SENDER,
    addon: TAGGING_RESULT_ADDON,
    payload: {
      tags: session.tags,
      undocumentedTags: session.undocumentedTags || false,
      convoId: session.convoId,
    },
    time: timeMs,
    ...(hmac === undefined ? {} : { hmac }),
  };
}
