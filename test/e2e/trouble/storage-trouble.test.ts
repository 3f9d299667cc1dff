import { expect, it, vi } from 'vitest';
import { lockDatabase } from '../../helpers/processes/lock-database.ts';
import { runOnState, sql } from '../../helpers/state-sql.ts';
import { BOTS_USE_POSTGRES } from '../../helpers/state-url.ts';
import { createScene, type Scene } from '../scene.ts';

/** Changes the state of a stopped bot, like a broken disk. */
async function changeState(on: Scene, ...statements: string[]): Promise<void> {
  const { stateUrl } = on.config.secrets;
  for (const statement of statements) await runOnState(stateUrl, sql.raw(statement));
}

it('a corrupt policy is reported, and the server falls back to only watching', async () => {
  const on = await createScene();
  await on.setPolicy({ timeoutSeconds: 60 });
  await on.stopBot();
  await changeState(on, `UPDATE keyv SET value = '{"value":{"mode":7}}' WHERE key LIKE 'policy:%'`);
  await on.startBot();
  const { message } = await on.sayAndWait(on.person('bob'), 'this is [ban]');
  expect(on.exists(message)).toBe(true);
  expect(JSON.stringify(on.alertsAbout(message.id))).toContain(
    'Watch only – otherwise: deleted, banned',
  );
  expect(on.log.join('\n')).toContain(`policy:${on.sandbox.guildId}`);
});

it('a corrupt case is reported, and its number is not used again', async () => {
  const on = await createScene();
  const first = await on.sayAndWait(on.person('bob'), 'this is [flag]');
  await on.stopBot();
  await changeState(on, `UPDATE cases SET record = '{"number":"one"}'`);
  await on.startBot();
  const second = await on.sayAndWait(on.person('bob'), 'this is [delete]');
  expect(first.outcome).toEqual({ kind: 'acted', caseNumber: 1 });
  expect(second.outcome).toEqual({ kind: 'acted', caseNumber: 2 });
  await on.person('bob').edit(first.message.channel_id, first.message.id, 'this is [flag] again');
  expect(await on.outcomeOf(first.message.id)).toEqual({ kind: 'acted', caseNumber: 3 });
  expect(on.log.join('\n')).toContain(`case ${on.sandbox.guildId}#1`);
});

it('lost checkpoints cause neither a missed message nor a second alert', async () => {
  const on = await createScene();
  const { message: known } = await on.sayAndWait(on.person('bob'), 'this is [flag]');
  await on.stopBot();
  // The bot then reads everything since it joined.
  await changeState(on, 'DELETE FROM checkpoints', 'UPDATE watched_guilds SET watermark_id = NULL');
  const missed = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
  await on.startBot();
  expect(await on.outcomeOf(missed.id)).toMatchObject({ kind: 'acted' });
  expect(on.exists(missed)).toBe(false);
  expect(await on.outcomeOf(known.id)).toEqual({ kind: 'known', caseNumber: 1 });
  expect(on.alertsAbout(known.id)).toHaveLength(1);
});

// postgres-trouble.test.ts covers the delays on PostgreSQL.
it.skipIf(BOTS_USE_POSTGRES)(
  'a locked database delays a message, and nothing happens twice',
  async () => {
    const on = await createScene();
    await on.sayAndWait(on.person('alice'), 'harmless');
    const unlock = await lockDatabase(on.stateFile);
    const message = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(on.log.join()).toMatch(/(judging|acting on) a message failed/), {
      timeout: 10_000,
    });
    expect(on.exists(message)).toBe(true);
    await unlock();
    expect(await on.outcomeOf(message.id)).toEqual({
      kind: 'acted',
      caseNumber: expect.any(Number),
    });
    expect(on.exists(message)).toBe(false);
    expect(on.alertsAbout(message.id)).toHaveLength(1);
  },
);
