import type { Logger } from '../lib/logger.ts';
import type { PostWelcome } from '../discord/onboarding/welcome.ts';
import type { ScheduledPosts } from '../storage/scheduled-posts.ts';

/** Welcomes each server that adds the bot, once. */
export interface Welcomes {
  /** Never rejects. */
  welcome(guildId: string, joinedAt: number): Promise<void>;
  /** Sends what an earlier process could not send. Never rejects. */
  resume(): Promise<void>;
}

const KIND = 'welcome';

export function createWelcomes({
  scheduledPosts,
  post,
  isPresent,
  logger,
}: {
  readonly scheduledPosts: ScheduledPosts;
  readonly post: PostWelcome;
  readonly isPresent: (guildId: string) => boolean;
  readonly logger: Logger;
}): Welcomes {
  async function send(guildId: string, dueAt: number, isRetry: boolean): Promise<void> {
    await post(guildId, { joinedAt: dueAt, isRetry });
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: true });
  }

  async function guarded(guildId: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      logger.warn(
        { guildId, err: error },
        'could not welcome a server, retrying at the next start',
      );
    }
  }

  return {
    welcome: (guildId, joinedAt) =>
      guarded(guildId, async () => {
        const latest = await scheduledPosts.latest(guildId, KIND);
        if (latest?.dueAt === joinedAt) return;
        await scheduledPosts.save(guildId, KIND, { dueAt: joinedAt, isPosted: false });
        await send(guildId, joinedAt, false);
      }),
    async resume() {
      await guarded('', async () => {
        for (const { guildId, dueAt } of await scheduledPosts.unposted(KIND)) {
          if (isPresent(guildId)) await guarded(guildId, () => send(guildId, dueAt, true));
        }
      });
    },
  };
}
