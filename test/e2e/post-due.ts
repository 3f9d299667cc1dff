import { expect, vi } from 'vitest';
import { openTestState } from '../helpers/test-state.ts';
import type { Scene } from './scene.ts';

/** Looks for posts that have become due, and waits until the outbox has nothing to do. */
export async function postDue(scene: Pick<Scene, 'bot' | 'config'>): Promise<void> {
  await scene.bot().scheduledPosts.run();
  const { database, close } = await openTestState(scene.config.secrets.stateUrl);
  try {
    await vi.waitFor(
      async () => {
        const due = await database
          .selectFrom('posts')
          .select('kind')
          .where('due_at', '<=', Date.now())
          .execute();
        expect(due).toEqual([]);
      },
      { timeout: 10_000, interval: 10 },
    );
  } finally {
    await close();
  }
}
