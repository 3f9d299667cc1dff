import type { Clock } from '../../lib/clock.ts';

/** Discord says "the past few minutes". */
const REMEMBERED_MS = 5 * 60_000;

interface Posted {
  readonly channelId: string;
  readonly messageId: string;
}

/** Which message an author posted with a nonce lately. */
export interface Nonces {
  find(authorId: string, nonce: string | number): Posted | undefined;
  remember(authorId: string, nonce: string | number, posted: Posted): void;
}

export function createNonces(clock: Pick<Clock, 'now'>): Nonces {
  /** In the order they were posted, so the oldest come first. */
  const byKey = new Map<string, Posted & { readonly atMs: number }>();

  function forgetOld(): void {
    const oldestMs = clock.now() - REMEMBERED_MS;
    for (const [key, { atMs }] of byKey) {
      if (atMs >= oldestMs) return;
      byKey.delete(key);
    }
  }

  return {
    find(authorId, nonce) {
      forgetOld();
      return byKey.get(`${authorId} ${nonce}`);
    },
    remember(authorId, nonce, posted) {
      forgetOld();
      const key = `${authorId} ${nonce}`;
      byKey.delete(key);
      byKey.set(key, { ...posted, atMs: clock.now() });
    },
  };
}
