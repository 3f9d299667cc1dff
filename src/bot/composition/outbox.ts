import type { Client } from 'discord.js';
import { sleep } from '../../shared/clock.ts';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import { createDeliverPost } from '../outbox/deliver-post.ts';
import { createMessenger } from '../outbox/messenger.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { PostStore } from '../storage/posts.ts';
import { createWorkContext } from './pipeline/context.ts';
import type { ProcessParts } from './shards/process-parts.ts';

/** Discord allows five edits in five seconds per channel, and moderators need some of them. */
const EDIT_PAUSE_FACTOR = 2;

export interface GroupOutbox {
  readonly outbox: Outbox;
  /** Waits up to `deadlineMs` for the posts that are due, then begins no more. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

export function createGroupOutbox(
  parts: Pick<ProcessParts, 'waits' | 'context'>,
  deps: {
    readonly client: Client;
    readonly store: PostStore;
    readonly postLimiter: PostLimiter;
    readonly owns: (guildId: string) => boolean;
  },
): GroupOutbox {
  const stopping = new AbortController();
  const context = createWorkContext({ ...parts.context, signal: stopping.signal });
  const messenger = createMessenger(deps.client);
  const deliver = createDeliverPost({ ...context, ...deps, messenger });
  const editPauseMs = EDIT_PAUSE_FACTOR * parts.waits.alertDelayMs;
  const outbox = createOutbox({ ...context, ...deps, deliver, editPauseMs });
  return {
    outbox,
    async stop({ deadlineMs }) {
      outbox.drain();
      const settled = new AbortController();
      const ended = context.background.settled();
      await Promise.race([ended, sleep(context.clock, deadlineMs, settled.signal)]);
      settled.abort();
      stopping.abort(new StoppedError());
    },
  };
}
