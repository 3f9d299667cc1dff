import type { PostLimiter } from '../../src/bot/domain/posts/post-limiter.ts';

/** For tests with more posts a minute than moderators should read. */
export const unlimitedPosts: PostLimiter = {
  take: () => ({ used: () => {}, giveUp: () => {} }),
};
