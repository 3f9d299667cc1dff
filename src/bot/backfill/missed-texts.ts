import type { Background } from '../../shared/tasks/background.ts';
import type { Retry } from '../../shared/tasks/retry.ts';
import { createSemaphore } from '../../shared/tasks/semaphore.ts';
import type { CurrentTexts, Policies, SeenTexts } from '../domain/ports.ts';
import { shortHashOf } from '../domain/sample.ts';
import type { Intake } from '../judging/intake.ts';

/**
 * Checks titles and names that changed while the bot was offline. Discord keeps no history of them, so a hash of each one is
 * stored when a session begins, and compared when the next one does. A text that was judged in between is judged again, but
 * gets no second case.
 */
export interface MissedTexts {
  /** `since`: the id up to which everything was seen, when the server's session began. */
  watch(guildId: string, since: Promise<string>): void;
}

export function createMissedTexts({
  currentTexts,
  seenTexts,
  policies,
  intake,
  background,
  retry,
  signal,
}: {
  currentTexts: CurrentTexts;
  seenTexts: SeenTexts;
  policies: Pick<Policies, 'get'>;
  intake: Pick<Intake, 'offer' | 'waitForRoom'>;
  background: Background;
  retry: Retry;
  signal: AbortSignal;
}): MissedTexts {
  // One server at a time: messages and buttons need Discord's rate limit more.
  const semaphore = createSemaphore(1);

  async function check(guildId: string, since: string): Promise<void> {
    const { names } = await policies.get(guildId);
    const seen = await seenTexts.get(guildId);
    const now: number[] = [];
    for await (const current of currentTexts.of(guildId, { since, hasNames: names !== 'off' })) {
      signal.throwIfAborted();
      const hash = shortHashOf(`${current.id}\n${current.text}`);
      now.push(hash);
      // The texts of a server that is new to the bot are not judged.
      if (seen === null || seen.has(hash)) continue;
      const snapshot = await current.snapshot();
      if (snapshot === null) continue;
      do {
        await intake.waitForRoom(guildId);
        signal.throwIfAborted();
      } while (!intake.offer(snapshot));
    }
    await seenTexts.set(guildId, now);
  }

  return {
    watch(guildId, since) {
      const errorContext = { operation: 'looking for changed names', ids: { guildId } };
      background.run(errorContext, async () => {
        const from = await since;
        await retry(errorContext, () => semaphore.run(() => check(guildId, from)));
      });
    },
  };
}
