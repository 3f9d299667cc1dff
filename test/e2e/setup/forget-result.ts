import { expect } from 'vitest';
import { runOnState, sql } from '../../helpers/state-sql.ts';
import type { Scene } from '../scene.ts';
import { until } from './new-server.ts';

/** Restarts the bot as if storing the result of a post in a channel had failed. Resolves when the bot has settled the post. */
export async function forgetResult(
  on: Scene,
  { kind, channelId }: { readonly kind: string; readonly channelId: string },
): Promise<void> {
  const { stateUrl } = on.config.secrets;
  await on.stopBot();
  await runOnState(
    stateUrl,
    sql`UPDATE posts SET due_at = ${Date.now()}, tries = 1, attempt_channel_id = ${channelId},
      attempt_at = ${Date.now() - 60_000} WHERE kind = ${kind}`,
  );
  await on.startBot();
  await until(async () => {
    const rows = await runOnState(
      stateUrl,
      sql`SELECT * FROM posts WHERE kind = ${kind} AND due_at IS NOT NULL`,
    );
    expect(rows).toEqual([]);
  });
}
