import type { Logger } from '../lib/logger.ts';
import type { Target } from '../moderation/events.ts';

/** Channels that can't be posted in: the operator is told of each once, and once when it is mended. */
export interface Troubles {
  met(trouble: Omit<Extract<Target, { kind: 'unusable' }>, 'kind'>): void;
  mended(key: string): void;
}

export function createTroubles(logger: Logger): Troubles {
  const reasons = new Map<string, string>();
  return {
    met({ key, reason, mend }) {
      if (reasons.get(key) === reason) return;
      reasons.set(key, reason);
      logger.warn({ target: key, reason, mend }, 'events wait: they cannot be posted');
    },
    mended(key) {
      if (reasons.delete(key)) logger.info({ target: key }, 'events can be posted again');
    },
  };
}
