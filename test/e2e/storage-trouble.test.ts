import { KeyvSqlite } from '@keyv/sqlite';
import { expect, it, vi } from 'vitest';
import { lockDatabase } from '../helpers/lock-database.ts';
import { scene, type Scene } from './scene.ts';

const BROKEN = '{"value":{"mode":7,"number":"one","messageId":"x"}}';

/** Overwrites records behind the back of the bot, as a broken disk or a curious operator would. */
async function breakRecords(on: Scene, prefix: string): Promise<void> {
  const raw = new KeyvSqlite(`sqlite://${on.stateFile}`);
  await raw.query('UPDATE keyv SET value = ? WHERE key LIKE ?', [BROKEN, `${prefix}:%`]);
  await raw.close();
}

it('a policy that cannot be read is reported, and nobody is punished under it', async () => {
  const on = await scene();
  await on.setPolicy({ timeoutSeconds: 60 });
  await on.stopBot();
  await breakRecords(on, 'policy');
  await on.startBot();
  const { message } = await on.judged(on.person('bob'), 'this is [ban]');
  expect(on.stands(message)).toBe(true);
  expect(JSON.stringify(on.alertsAbout(message.id))).toContain('Shadow mode: nothing was done');
  expect(on.log.join('\n')).toContain(`policy:${on.sandbox.guildId}`);
});

it('a case that cannot be read is reported, and its number is not used again', async () => {
  const on = await scene();
  const first = await on.judged(on.person('bob'), 'this is [flag]');
  await on.stopBot();
  await breakRecords(on, 'case');
  await on.startBot();
  const second = await on.judged(on.person('bob'), 'this is [delete]');
  expect(first.outcome).toEqual({ kind: 'acted', caseNumber: 1 });
  expect(second.outcome).toEqual({ kind: 'acted', caseNumber: 2 });
  await on.person('bob').edit(first.message.channel_id, first.message.id, 'this is [flag] again');
  expect(await on.outcomeOf(first.message.id)).toEqual({ kind: 'acted', caseNumber: 3 });
  expect(on.log.join('\n')).toContain(`case:${on.sandbox.guildId}:1`);
});

it('a checkpoint that cannot be read is reported, and costs no message and no second alert', async () => {
  const on = await scene();
  const { message: known } = await on.judged(on.person('bob'), 'this is [flag]');
  await on.stopBot();
  await breakRecords(on, 'checkpoint');
  // Without this one nothing says what was heard: all since the bot joined is looked at again.
  await breakRecords(on, 'alive-up-to');
  const missed = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
  await on.startBot();
  expect(await on.outcomeOf(missed.id)).toMatchObject({ kind: 'acted' });
  expect(on.stands(missed)).toBe(false);
  expect(await on.outcomeOf(known.id)).toEqual({ kind: 'known', caseNumber: 1 });
  expect(on.alertsAbout(known.id)).toHaveLength(1);
  expect(on.log.join('\n')).toContain('a stored record is corrupt');
});

it('a database that another process has locked delays a message, and nothing is done twice', async () => {
  const on = await scene();
  await on.judged(on.person('alice'), 'harmless');
  const unlock = await lockDatabase(on.stateFile);
  const message = await on.person('bob').say(on.sandbox.channels.general, 'this is [delete]');
  // SQLite waits five seconds for a lock before it gives up.
  await vi.waitFor(() => expect(on.log.join()).toContain('moderating a message failed'), {
    timeout: 10_000,
  });
  expect(on.stands(message)).toBe(true);
  await unlock();
  expect(await on.outcomeOf(message.id)).toEqual({ kind: 'acted', caseNumber: expect.any(Number) });
  expect(on.stands(message)).toBe(false);
  expect(on.alertsAbout(message.id)).toHaveLength(1);
});
