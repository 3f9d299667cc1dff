import { sleep, type Clock } from '../../../shared/clock.ts';
import type { MessageRef } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import type { Background } from '../../../shared/tasks/background.ts';
import { StoppedError } from '../../../shared/tasks/stopped-error.ts';
import type { Retry, Unavailable } from '../../../shared/tasks/retry.ts';

/**
 * `handled`: moderators have dealt with it, so cases without an alert were left out and need another post. `gone`:
 * somebody deleted it.
 */
export type EditResult = Outcome | { readonly status: 'handled' | 'gone' };

/** A post to be edited. It is rendered from the store when its turn comes. */
export interface Edit {
  readonly guildId: string;
  readonly authorId: string;
  readonly place: MessageRef;
  /** A keyword alert shows only this case; null: an alert, which shows all its cases. */
  readonly number: number | null;
}

/**
 * Edits of posts, one at a time in each server with a pause in between, so that they leave most of Discord's rate limit to
 * what moderators do. Requests for the same post are merged until its turn comes.
 */
export interface AlertEdits {
  /** Resolves after an edit that began after this call. Rejects with `StoppedError`. */
  request(edit: Edit): Promise<EditResult>;
}

interface Waiting {
  readonly edit: Edit;
  readonly callers: { resolve(result: EditResult): void; reject(error: unknown): void }[];
}

export function createAlertEdits(deps: {
  /** Renders and edits the post. */
  run: (edit: Edit) => Promise<EditResult | Unavailable>;
  background: Background;
  retry: Retry;
  clock: Clock;
  pauseMs: number;
  /** Aborts when the pipeline stops. */
  signal: AbortSignal;
}): AlertEdits {
  const { run, background, retry, clock, pauseMs, signal } = deps;
  /** By server and message id, in the order of the first request. */
  const lanes = new Map<string, Map<string, Waiting>>();

  async function runNext(lane: Map<string, Waiting>): Promise<Unavailable | null> {
    const [next] = lane;
    if (next === undefined) return null;
    const [key, { edit, callers }] = next;
    // A request from now on needs another edit.
    lane.delete(key);
    /** To the end, so that a bug with one post does not hold up the others. */
    const putBack = (): void => {
      const later = lane.get(key)?.callers ?? [];
      lane.set(key, { edit, callers: [...callers, ...later] });
    };
    try {
      const result = await run(edit);
      if (result.status === 'unavailable') {
        putBack();
        return result;
      }
      for (const caller of callers) caller.resolve(result);
      return null;
    } catch (error) {
      putBack();
      throw error;
    }
  }

  async function runAll(guildId: string, lane: Map<string, Waiting>): Promise<void> {
    try {
      while (lane.size > 0) {
        signal.throwIfAborted();
        await retry({ operation: 'refreshing an alert', ids: { guildId } }, () => runNext(lane));
        if (pauseMs > 0) await sleep(clock, pauseMs, signal);
      }
    } finally {
      lanes.delete(guildId);
      for (const { callers } of lane.values()) {
        for (const caller of callers) caller.reject(new StoppedError());
      }
    }
  }

  return {
    request(edit) {
      const { guildId, place } = edit;
      return new Promise((resolve, reject) => {
        const existing = lanes.get(guildId);
        const lane = existing ?? new Map<string, Waiting>();
        const waiting = lane.get(place.messageId) ?? { edit, callers: [] };
        waiting.callers.push({ resolve, reject });
        lane.set(place.messageId, waiting);
        if (existing !== undefined) return;
        lanes.set(guildId, lane);
        const errorContext = { operation: 'refreshing alerts', ids: { guildId } };
        background.run(errorContext, () => runAll(guildId, lane));
      });
    },
  };
}
