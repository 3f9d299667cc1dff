import type { Client } from 'discord.js';
import { sleep } from '../../shared/clock.ts';
import { StoppedError } from '../../shared/tasks/stopped-error.ts';
import type { PostLimiter } from '../domain/posts/post-limiter.ts';
import { createDeliverPost } from '../outbox/deliver-post.ts';
import { createMessenger } from '../outbox/messenger.ts';
import { createOutbox, type Outbox } from '../outbox/outbox.ts';
import type { PostStore } from '../storage/posts.ts';
import { createWorkContext, type WorkContext } from './pipeline/context.ts';

export interface GroupOutbox {
  readonly outbox: Outbox;
  /** Starts nothing more and waits up to `deadlineMs` for posts in progress. */
  stop(options: { deadlineMs: number }): Promise<void>;
}

export function createGroupOutbox(
  deps: Pick<WorkContext, 'clock' | 'random' | 'logger'> & {
    readonly client: Client;
    readonly store: PostStore;
    readonly postLimiter: PostLimiter;
    readonly owns: (guildId: string) => boolean;
    readonly editPauseMs: number;
  },
): GroupOutbox {
  const stopping = new AbortController();
  const context = createWorkContext({ ...deps, signal: stopping.signal });
  const deliver = createDeliverPost({ ...deps, messenger: createMessenger(deps.client) });
  return {
    outbox: createOutbox({ ...deps, ...context, deliver }),
    async stop({ deadlineMs }) {
      stopping.abort(new StoppedError());
      const settled = new AbortController();
      const ended = context.background.settled();
      await Promise.race([ended, sleep(context.clock, deadlineMs, settled.signal)]);
      settled.abort();
    },
  };
}
