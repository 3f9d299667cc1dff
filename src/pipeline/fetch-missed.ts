import { compareSnowflakes } from '../lib/snowflake.ts';
import type { History } from '../moderation/ports.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import { closeGap, narrowGap, type Mark } from './mark.ts';

export interface Fetching {
  readonly history: History;
  /** Takes a message on as soon as there is room. */
  readonly take: (snapshot: Snapshot) => Promise<void>;
}

/**
 * Takes on the messages of a gap, from the oldest on. A checkpoint may follow each step, so an interrupted
 * read goes on where it was.
 */
export async function fetchGap(mark: Mark, { history, take }: Fetching): Promise<void> {
  while (mark.gap !== null) {
    let from = mark.gap.after;
    // What is read from here on shows every message up to this one; the gap may grow meanwhile.
    const { upTo } = mark.gap;
    let isWhole = true;
    for await (const snapshot of history.after(mark.channelId, from)) {
      if (mark.gap === null || compareSnowflakes(snapshot.messageId, mark.gap.upTo) > 0) break;
      await take(snapshot);
      isWhole = narrowGap(mark, from, snapshot.messageId);
      if (!isWhole) break;
      from = snapshot.messageId;
    }
    if (isWhole) closeGap(mark, from, upTo);
  }
}

/** Takes on the edits that happened unseen. */
export async function fetchEdits(mark: Mark, { history, take }: Fetching): Promise<void> {
  while (mark.editGap !== null) {
    const looked = mark.editGap;
    for await (const snapshot of history.edited(mark.channelId, looked.sinceMs)) {
      await take(snapshot);
    }
    if (mark.editGap === looked) mark.editGap = null;
  }
}

/** Takes on the changed messages that found no room. */
export async function fetchUpdates(mark: Mark, { history, take }: Fetching): Promise<void> {
  for (const [messageId, missed] of mark.missedUpdates) {
    const snapshot = await history.message(mark.channelId, messageId);
    if (snapshot !== null) await take(snapshot);
    // Another object: it changed once more meanwhile.
    if (mark.missedUpdates.get(messageId) === missed) mark.missedUpdates.delete(messageId);
  }
}
