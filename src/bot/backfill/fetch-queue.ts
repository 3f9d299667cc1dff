import { createSemaphore } from '../../shared/tasks/semaphore.ts';
import type { History } from '../domain/ports.ts';
import type { Background } from '../../shared/tasks/background.ts';
import type { Intake } from '../judging/intake.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { fetchEdits, fetchGap, fetchUpdates, type FetchContext } from './fetch-missed.ts';
import { isBehind, type Mark } from './mark.ts';
import type { Watermarks } from './watermarks.ts';

/** Fetches the messages and edits that marks are missing. */
export interface FetchQueue {
  /** Fetches in the background until the channel misses nothing. */
  add(mark: Mark): void;
}

/** Discord's rate limit is for the whole bot, and live messages go first. */
const MAX_CHANNELS_AT_ONCE = 4;

export function createFetchQueue(deps: {
  history: History;
  intake: Pick<Intake, 'offer' | 'hasRoom' | 'waitForRoom'>;
  watermarks: Pick<Watermarks, 'find' | 'touch'>;
  background: Background;
  retry: Retry;
  signal: AbortSignal;
}): FetchQueue {
  const { history, intake, watermarks, background, retry, signal } = deps;
  const queued = new Set<Mark>();
  const semaphore = createSemaphore(MAX_CHANNELS_AT_ONCE);
  const context: FetchContext = {
    history,
    async submit(snapshot) {
      do await waitForRoom(snapshot.guildId);
      while (!intake.offer(snapshot));
    },
  };

  /** Without a permit, so that a server in a flood does not keep others from fetching. */
  async function waitForRoom(guildId: string): Promise<void> {
    if (!intake.hasRoom(guildId)) {
      await semaphore.withoutPermit(() => intake.waitForRoom(guildId));
    }
    signal.throwIfAborted();
  }

  // A removed server no longer has marks.
  const isWanted = (mark: Mark): boolean =>
    isBehind(mark) && watermarks.find(mark.channelId) === mark;

  async function fetchMissed(mark: Mark): Promise<void> {
    await waitForRoom(mark.guildId);
    try {
      await fetchGap(mark, context);
      await fetchUpdates(mark, context);
      await fetchEdits(mark, context);
    } catch (error) {
      // A read that fails because the pipeline stops is no error.
      signal.throwIfAborted();
      throw error;
    } finally {
      watermarks.touch(mark);
    }
  }

  return {
    add(mark) {
      watermarks.touch(mark);
      if (queued.has(mark)) return;
      queued.add(mark);
      const { guildId, channelId } = mark;
      const errorContext = { operation: 'catching up with a channel', ids: { guildId, channelId } };
      background.run(errorContext, async () => {
        await retry(errorContext, async () => {
          while (isWanted(mark)) await semaphore.run(() => fetchMissed(mark));
          // In the same turn as the check above, so that no `add` in between is lost.
          queued.delete(mark);
        });
      });
    },
  };
}
