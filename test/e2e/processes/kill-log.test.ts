import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { runOnState, sql } from '../../helpers/state-sql.ts';
import { textOf } from '../commands/alert-view.ts';
import { createProcessFixture } from './fixture.ts';

const WAIT = { timeout: 30_000, interval: 20 };

it('a deletion is shown once, although kills interrupt the bot before and while it posts', async () => {
  const fixture = await createProcessFixture();
  await fixture.deploy();
  const { sandbox, env, startConnected } = fixture;
  const { channels, faults } = sandbox;
  const stateUrl = env['STATE_URL'] ?? '';
  const [bob, owner] = [fixture.person('bob'), fixture.person('owner')];
  const rows = async (table: string): Promise<number> => {
    const [row] = await runOnState(
      stateUrl,
      sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`,
    );
    return Number(row?.count);
  };
  const postsAbout = (text: string) =>
    fixture.posts().filter((post) => textOf(post).includes(text));

  let child = await startConnected();
  const set = await owner.slash(channels.general, 'log set', { channel: channels['mod-alerts'] });
  await set.response();

  /** Deletes a message that the bot has kept. Resolves when its deletion is stored. */
  async function sayAndDelete(text: string): Promise<void> {
    const message = await bob.say(channels.general, text);
    await vi.waitFor(async () => expect(await rows('logged_messages')).toBe(1), WAIT);
    await bob.delete(channels.general, message.id);
    await vi.waitFor(async () => expect(await rows('log_entries')).toBe(1), WAIT);
    expect(await rows('logged_messages')).toBe(0);
  }

  async function restart(): Promise<void> {
    child.kill('SIGKILL');
    expect(await child.exit).toBe('SIGKILL');
    faults.clear();
    child = await startConnected();
  }

  async function shownOnce(text: string): Promise<void> {
    await vi.waitFor(async () => {
      expect(postsAbout(text)).toHaveLength(1);
      expect(await rows('log_entries')).toBe(0);
    }, WAIT);
  }

  await sayAndDelete('gone before the post');
  expect(postsAbout('gone before the post')).toEqual([]);
  await restart();
  await shownOnce('gone before the post');

  await sayAndDelete('gone during the post');
  faults.delayNext({ route: 'POST /channels/:id/messages', delayMs: 2000 });
  await vi.waitFor(async () => {
    const attempted = sql<{ attempted: number }>`SELECT attempted FROM log_entries`;
    expect(await runOnState(stateUrl, attempted)).toEqual([{ attempted: 1 }]);
  }, WAIT);
  await wait(100);
  await restart();
  await shownOnce('gone during the post');

  child.kill('SIGTERM');
  expect(await child.exit).toBe(0);
}, 120_000);
