import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { webhookEventSchema, type WebhookEvent } from '../protocol/events.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { isDeeperThan } from '../lib/depth.ts';
import { MAX_EVENT_LEVELS } from './limits.ts';

/** A body, and what it is known by: the digest of its bytes, the event's time among them. */
export interface ReceivedBody {
  readonly id: string;
  readonly json: unknown;
}

/** Reads JSON bodies as `ReceivedBody`, and takes no other content type. */
export function readBodies(app: FastifyInstance): void {
  // Metadata is the caller's own: keys that would reach into a prototype are dropped, the event is not.
  const parse = app.getDefaultJsonParser('remove', 'remove');
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, raw, done) => {
      let text: string;
      try {
        text = utf8.decode(raw);
      } catch {
        done(new RefusedError(400, 'The body is not UTF-8.'));
        return;
      }
      const id = createHash('sha256').update(raw).digest('hex');
      // Its answer is the callback; the type allows a promise as well.
      void parse(request, text, (error, json: unknown) => {
        if (error === null) done(null, { id, json } satisfies ReceivedBody);
        else done(error);
      });
    },
  );
}

const SENTENCES: Readonly<Record<string, string>> = {
  '': 'The body must be a JSON object.',
  sender: 'The sender of the event is not known.',
  addon: 'The addon of the event is not known.',
};

/** The event in a body; refuses what is none. */
export function readEvent(json: unknown): WebhookEvent {
  const parsed = webhookEventSchema.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    const sentence = SENTENCES[field] ?? `The field ${field} is missing or of another kind.`;
    throw new RefusedError(422, sentence);
  }
  const { time } = parsed.data;
  if (time < 0 || Number.isNaN(new Date(time).getTime())) {
    throw new RefusedError(422, 'The time of the event is none.');
  }
  if (isDeeperThan(MAX_EVENT_LEVELS, json)) {
    throw new RefusedError(422, `The event is nested deeper than ${MAX_EVENT_LEVELS} levels.`);
  }
  return parsed.data;
}
