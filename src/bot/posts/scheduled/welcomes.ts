import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { PostWelcome } from '../onboarding/welcome.ts';
import type { ScheduledPosts } from '../../storage/scheduled-posts.ts';

/** Welcomes each server that adds the bot, once. */
export interface Welcomes {
  /** Never rejects. */
  welcome(guildId: string, joinedAt: number): Promise<void>;
  /** The server is available: sends what could not be sent before. Never rejects. */
  resume(guildId: string): Promise<void>;
}

const KIND = 'welcome';

export function createWelcomes({
  scheduledPosts,
  post,
  logger,
}: {
  readonly scheduledPosts: ScheduledPosts;
  readonly post: PostWelcome;
  readonly logger: Logger;
}): Welcomes {
  /** The servers that are being welcomed: a new one becomes available at the same time. */
  const running = new Set<string>();

  async function once(guildId: string, work: () => Promise<void>): Promise<void> {
    if (running.has(guildId)) return;
    running.add(guildId);
    try {
      await work();
    } catch (error) {
      const reason = errorMessage(error);
      logger.warn({ guildId, reason }, 'could not welcome a server, trying again later');
    } finally {
      running.delete(guildId);
    }
  }

  async function send(guildId: string, dueAt: number, isRetry: boolean): Promise<void> {
    await post(guildId, { joinedAt: dueAt, isRetry });
    await scheduledPosts.save(guildId, KIND, { dueAt, isPosted: true });
  }

  return {
    welcome: (guildId, joinedAt) =>
      once(guildId, async () => {
        const latest = await scheduledPosts.latest(guildId, KIND);
        if (latest?.dueAt === joinedAt) return;
        await scheduledPosts.save(guildId, KIND, { dueAt: joinedAt, isPosted: false });
        await send(guildId, joinedAt, false);
      }),
    resume: (guildId) =>
      once(guildId, async () => {
        const latest = await scheduledPosts.latest(guildId, KIND);
        if (latest?.isPosted === false) await send(guildId, latest.dueAt, true);
      }),
  };
}
