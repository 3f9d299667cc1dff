import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { webhookEventSchema, type WebhookEvent } from '../../../service-api/schemas/events.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { isDeeperThan } from '../../../shared/depth.ts';
import { MAX_EVENT_LEVELS } from '../../listener/listener-limits.ts';

/** A JSON body and its id. */
export interface ReceivedBody {
  /** The digest of the bytes, which include the event's time. */
  readonly id: string;
  readonly json: unknown;
}

/** Parses JSON bodies to `ReceivedBody` and rejects every other content type. `strike`: strikes secrets out of them. */
export function addBodyParser(app: FastifyInstance, strike: (text: string) => string): void {
  // The metadata comes from the caller: keys such as __proto__ are dropped, and the event is kept.
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
        done(new HttpError(400, 'The body is not UTF-8.'));
        return;
      }
      const id = createHash('sha256').update(raw).digest('hex');
      // The parser uses the callback; its type also allows a promise.
      void parse(request, strike(text), (error, json: unknown) => {
        if (error === null) done(null, { id, json } satisfies ReceivedBody);
        else done(error);
      });
    },
  );
}

const MESSAGES: Readonly<Record<string, string>> = {
  '': 'The body must be a JSON object.',
  sender: 'The sender of the event is unknown.',
  addon: 'The add-on of the event is unknown.',
};

/** The event in a JSON body. Throws an `HttpError` if there is none. */
export function parseWebhookEvent(json: unknown): WebhookEvent {
  const parsed = webhookEventSchema.safeParse(json);
  if (!parsed.success) {
    const field = parsed.error.issues[0]?.path.join('.') ?? '';
    const message = MESSAGES[field] ?? `The field ${field} is missing or has the wrong type.`;
    throw new HttpError(422, message);
  }
  const { time } = parsed.data;
  if (time < 0 || Number.isNaN(new Date(time).getTime())) {
    throw new HttpError(422, 'The time of the event is not a valid date.');
  }
  if (isDeeperThan(MAX_EVENT_LEVELS, json)) {
    throw new HttpError(422, `The event is nested deeper than ${MAX_EVENT_LEVELS} levels.`);
  }
  return parsed.data;
}
