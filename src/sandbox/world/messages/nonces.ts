import type { Clock } from '../../../shared/clock.ts';

/** Discord documents "the past few minutes". */
const RETENTION_MS = 5 * 60_000;

interface Posted {
  readonly channelId: string;
  readonly messageId: string;
}

/** The messages each author recently posted with a nonce. */
export interface Nonces {
  find(authorId: string, nonce: string | number): Posted | undefined;
  remember(authorId: string, nonce: string | number, posted: Posted): void;
}

export function createNonces(clock: Pick<Clock, 'now'>): Nonces {
  /** In posting order, oldest first. */
  const byKey = new Map<string, Posted & { readonly atMs: number }>();

  function dropExpired(): void {
    const oldestMs = clock.now() - RETENTION_MS;
    for (const [key, { atMs }] of byKey) {
      if (atMs >= oldestMs) return;
      byKey.delete(key);
    }
  }

  return {
    find(authorId, nonce) {
      dropExpired();
      return byKey.get(`${authorId} ${nonce}`);
    },
    remember(authorId, nonce, posted) {
      dropExpired();
      const key = `${authorId} ${nonce}`;
      byKey.delete(key);
      byKey.set(key, { ...posted, atMs: clock.now() });
    },
  };
}
