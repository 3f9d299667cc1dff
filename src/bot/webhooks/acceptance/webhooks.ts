import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../shared/clock.ts';
import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import { TAGGING_RESULT_ADDON, type WebhookEvent } from '../../../service-api/schemas/events.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { addBodyParser, parseWebhookEvent, type ReceivedBody } from './parse-event.ts';
import { routeNotFound } from '../../listener/error-handler.ts';
import { isSameSecret, keysOf, signatureProblem } from './verify-signature.ts';

/** An event that has arrived. */
export interface ReceivedEvent {
  /** The same for the same body, including its time. */
  readonly id: string;
  readonly event: WebhookEvent;
  readonly receivedAtMs: number;
  /** Why its signature is not accepted; null: it is, or none is required. */
  readonly signatureProblem: string | null;
}

/**
 * Resolves when the event is stored now or was stored before; throws when it can't be stored. `unwanted`: none of the bot's
 * servers may see it. It is not stored, but acknowledged, so that the service does not send it again. `untrusted`: its
 * signature is not accepted, and it is not kept either.
 */
export type AcceptEvent = (
  event: ReceivedEvent,
) => Promise<'stored' | 'known' | 'unwanted' | 'untrusted'>;

export interface WebhookDeps {
  /** The secret part of the path. */
  readonly token: string;
  readonly secrets: readonly string[];
  /** Keys that the service issued while the bot ran, newest first; and when the newest was issued. Default: none. */
  readonly issuedSecrets?:
    | (() => { readonly secrets: readonly string[]; readonly issuedAt: number } | null)
    | undefined;
  readonly ownSecret: string | null;
  readonly accept: AcceptEvent;
  readonly maxAccepting: number;
  /** Strikes out secrets that an event repeats, because moderators see it. */
  readonly strike: (text: string) => string;
  /** Called with the status of each response. */
  readonly onResponse: (status: number) => void;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** For how long after the first key was issued an unsigned event is accepted. */
const UNSIGNED_MS = 5 * 60_000;

/** The path to which the service posts its events. */
export function webhookPath(token: string): string {
  return `/webhooks/${token}`;
}

/**
 * `POST /webhooks/<token>`: responds when the event is stored.
 *
 * A repeated event gets the same response and has no effect. It comes either from a sender that never saw our 200, which an
 * error would mislead (a tagging result counts as delivered only after exactly 200), or from a replay, which gains nothing.
 */
export function addWebhookRoute(app: FastifyInstance, deps: WebhookDeps): void {
  const { token, secrets, ownSecret, accept, maxAccepting, onResponse, clock, logger } = deps;
  let accepting = 0;

  function problemOf(event: WebhookEvent, nowMs: number): string | null {
    const issued = deps.issuedSecrets?.() ?? null;
    // Events that were on their way when the first key was issued are unsigned.
    const isTransition =
      issued?.secrets.length === 1 && secrets.length === 0 && nowMs - issued.issuedAt < UNSIGNED_MS;
    if (isTransition && event.hmac === undefined) return null;
    const keys = [...secrets, ...(issued?.secrets.flatMap(keysOf) ?? [])];
    return signatureProblem(event, { secrets: keys, ownSecret, nowMs });
  }

  async function store(received: ReceivedEvent): Promise<void> {
    if (accepting >= maxAccepting) {
      throw new HttpError(503, 'Too many events arrived at once. Send this one again.');
    }
    accepting += 1;
    try {
      const outcome = await accept(received);
      if (outcome === 'known') logger.info({ eventId: received.id }, 'event arrived again');
      if (outcome === 'untrusted') throw new HttpError(401, received.signatureProblem ?? '');
    } catch (error) {
      if (error instanceof HttpError) throw error;
      const entry = { eventId: received.id, error: errorMessage(error) };
      logger.error(entry, 'could not store an event');
      throw new HttpError(503, 'The event could not be stored. Send it again.');
    } finally {
      accepting -= 1;
    }
  }

  app.register((webhooks, _options, done) => {
    addBodyParser(webhooks, deps.strike);
    webhooks.addHook('onResponse', (_request, reply, next) => {
      onResponse(reply.statusCode);
      next();
    });
    webhooks.post<{ Params: { token: string }; Body: ReceivedBody | undefined }>(
      webhookPath(':token'),
      {
        // Before the body is read, so that requests without the token cost no memory.
        onRequest(request, _reply, next) {
          if (isSameSecret(request.params.token, token)) next();
          else next(routeNotFound());
        },
      },
      async ({ body: received }) => {
        if (received === undefined) throw new HttpError(400, 'The request has no body.');
        const event = parseWebhookEvent(received.json);
        const receivedAtMs = clock.now();
        const problem = problemOf(event, receivedAtMs);
        // A tagging result is sent once, and the interface does not say what its signature covers.
        if (problem !== null && event.addon !== TAGGING_RESULT_ADDON) {
          throw new HttpError(401, problem);
        }
        await store({ id: received.id, event, receivedAtMs, signatureProblem: problem });
        return {};
      },
    );
    done();
  });
}
