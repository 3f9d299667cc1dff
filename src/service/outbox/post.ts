import { Agent, request } from 'undici';
import type { Clock } from '../../lib/clock.ts';
import { WEBHOOK_TIMEOUT_MS } from '../limits.ts';

/** Posts events to webhooks. */
export interface Poster {
  /** Resolves to the status answered; throws when none came in `WEBHOOK_TIMEOUT_MS` or `signal` aborted. */
  post(webhook: string, body: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Redirects are not followed: who registered the webhook named the place. */
export function createPoster(clock: Clock): Poster {
  const dispatcher = new Agent();
  return {
    async post(webhook, body, signal) {
      const timeout = new AbortController();
      const cancel = clock.after(WEBHOOK_TIMEOUT_MS, () => timeout.abort());
      try {
        const answer = await request(webhook, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal: AbortSignal.any([signal, timeout.signal]),
        });
        // The status is the answer; a body that does not end well changes nothing.
        await answer.body.dump().catch(() => undefined);
        return answer.statusCode;
      } finally {
        cancel();
      }
    },
    close: () => dispatcher.destroy(),
  };
}
