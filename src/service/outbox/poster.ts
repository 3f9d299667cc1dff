import { Agent, request } from 'undici';
import type { Clock } from '../../shared/clock.ts';

/** Time limit for a receiver to respond. */
const WEBHOOK_TIMEOUT_MS = 5_000;

/** Posts events to webhooks. */
export interface Poster {
  /** Resolves to the response status; throws after `WEBHOOK_TIMEOUT_MS` without one, or when `signal` aborts. */
  post(webhook: string, body: string, signal: AbortSignal): Promise<number>;
  close(): Promise<void>;
}

/** Doesn't follow redirects: events go only to the registered address. */
export function createPoster(clock: Clock): Poster {
  const dispatcher = new Agent();
  return {
    async post(webhook, body, signal) {
      const timeout = new AbortController();
      const cancel = clock.after(WEBHOOK_TIMEOUT_MS, () => timeout.abort());
      try {
        const response = await request(webhook, {
          dispatcher,
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal: AbortSignal.any([signal, timeout.signal]),
        });
        // The status alone counts; ignore errors in the body.
        await response.body.dump().catch(() => undefined);
        return response.statusCode;
      } finally {
        cancel();
      }
    },
    close: () => dispatcher.destroy(),
  };
}
