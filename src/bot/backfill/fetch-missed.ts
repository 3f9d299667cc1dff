import { compareSnowflakes } from '../../shared/snowflake.ts';
import type { History } from '../domain/ports.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { closeGap, narrowGap, type Mark } from './mark.ts';

export interface FetchContext {
  readonly history: History;
  /** Hands a message to the intake as soon as there is room. */
  readonly submit: (snapshot: Snapshot) => Promise<void>;
}

/** Submits the messages of a gap, oldest first. The gap narrows with each, so an interrupted read continues there. */
export async function fetchGap(mark: Mark, { history, submit }: FetchContext): Promise<void> {
  while (mark.gap !== null) {
    let from = mark.gap.after;
    // The read below covers messages up to here; the gap may grow during it.
    const { upTo } = mark.gap;
    let isWhole = true;
    for await (const snapshot of history.after(mark.channelId, from)) {
      if (mark.gap === null || compareSnowflakes(snapshot.messageId, mark.gap.upTo) > 0) break;
      await submit(snapshot);
      isWhole = narrowGap(mark, from, snapshot.messageId);
      if (!isWhole) break;
      from = snapshot.messageId;
    }
    if (isWhole) closeGap(mark, from, upTo);
  }
}

/** Submits the messages that were edited unseen. */
export async function fetchEdits(mark: Mark, { history, submit }: FetchContext): Promise<void> {
  while (mark.editGap !== null) {
    const { editGap } = mark;
    for await (const snapshot of history.edited(mark.channelId, editGap.sinceMs)) {
      await submit(snapshot);
    }
    if (mark.editGap === editGap) mark.editGap = null;
  }
}

/** Submits the changed messages that the intake had no room for. */
export async function fetchUpdates(mark: Mark, { history, submit }: FetchContext): Promise<void> {
  for (const [messageId, update] of mark.missedUpdates) {
    const snapshot = await history.message(mark.channelId, messageId);
    if (snapshot !== null) await submit(snapshot);
    // Another object means that the message changed again during the read.
    if (mark.missedUpdates.get(messageId) === update) mark.missedUpdates.delete(messageId);
  }
}
