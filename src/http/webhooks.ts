import type { FastifyInstance } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { WebhookEvent } from '../protocol/events.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { readBodies, readEvent, type ReceivedBody } from './read-event.ts';
import { noSuchRoute } from './refusals.ts';
import { checkSignature, isSame } from './trust.ts';

/** An event as it came. */
export interface ReceivedEvent {
  /** Equal for equal bodies, their time included. */
  readonly id: string;
  readonly body: WebhookEvent;
  readonly receivedAtMs: number;
}

/**
 * Resolves once the event is stored, or was before; throws when it can't be. `unwanted`: it concerns nobody here, is not
 * stored, and is answered all the same, so that it does not come again.
 */
export type AcceptEvent = (event: ReceivedEvent) => Promise<'stored' | 'known' | 'unwanted'>;

export interface WebhookDeps {
  /** The secret part of the path. */
  readonly token: string;
  readonly secrets: readonly string[];
  readonly ownSecret: string | null;
  readonly accept: AcceptEvent;
  readonly maxAccepting: number;
  /** Hears the status of each answer. */
  readonly answered: (status: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Where the service posts its events, below the listener's address. */
export function webhookPath(token: string): string {
  return `/webhooks/${token}`;
}

/**
 * `POST /webhooks/<token>`: an event is answered when it is stored.
 *
 * One that came before is answered like the first time, and has no effect. Who repeats it is either a sender that never
 * saw our 200, to whom a refusal would be wrong (a tagging result has arrived only by exactly 200), or someone who
 * overheard it, who gains nothing.
 */
export function addWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  const { token, secrets, ownSecret, accept, maxAccepting, answered, clock, logger } = deps;
  let accepting = 0;

  async function store(event: ReceivedEvent): Promise<void> {
    if (accepting >= maxAccepting) {
      throw new RefusedError(503, 'Too many events came at once. Send this one again.');
    }
    accepting += 1;
    try {
      const outcome = await accept(event);
      if (outcome === 'known') logger.info({ eventId: event.id }, 'an event came again');
    } catch (error) {
      const entry = { eventId: event.id, problem: messageOf(error) };
      logger.error(entry, 'an event could not be stored');
      throw new RefusedError(503, 'The event could not be stored. Send it again.');
    } finally {
      accepting -= 1;
    }
  }

  app.register((webhooks, _options, done) => {
    readBodies(webhooks);
    webhooks.addHook('onResponse', (_request, reply, next) => {
      answered(reply.statusCode);
      next();
    });
    webhooks.post<{ Params: { token: string }; Body: ReceivedBody | undefined }>(
      webhookPath(':token'),
      {
        // Before the body is read: who lacks the token makes us hold nothing.
        onRequest(request, _reply, next) {
          if (isSame(request.params.token, token)) next();
          else next(noSuchRoute());
        },
      },
      async ({ body: received }) => {
        if (received === undefined) throw new RefusedError(400, 'The request has no body.');
        const body = readEvent(received.json);
        const receivedAtMs = clock.now();
        checkSignature(body, { secrets, ownSecret, nowMs: receivedAtMs });
        await store({ id: received.id, body, receivedAtMs });
        return {};
      },
    );
    done();
  });
}
