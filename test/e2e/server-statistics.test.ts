import type { APIEmbed } from 'discord-api-types/v10';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { alertAbout, press } from './commands/alert-view.ts';
import { openTestState } from '../helpers/test-state.ts';
import { postDue } from './post-due.ts';
import { openScene, type Scene } from './scene.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

const fieldsOf = (embed: APIEmbed | undefined): Map<string, string> =>
  new Map(embed?.fields?.map(({ name, value }) => [name, value]));

/** The weekly reports in #mod-alerts. */
async function reports(): Promise<APIEmbed[]> {
  const messages = await scene.person('moderator').read(scene.sandbox.channels['mod-alerts']);
  return messages.flatMap(({ embeds }) => embeds).filter(({ title }) => title === 'Weekly report');
}

it('shows what was done about which messages, and by whom', async () => {
  const { general, 'mod-alerts': alerts } = scene.sandbox.channels;
  const owner = scene.person('owner');
  const [first, second] = [scene.join('first'), scene.join('second')];
  await scene.sayAndWait(first, 'a spoon [delete]');
  await scene.sayAndWait(first, 'a fork [flag]');
  const { message } = await scene.sayAndWait(second, 'a knife [mute]');
  await press(owner, alertAbout(scene, message.id), 'Handled');

  const { embeds } = await (await owner.slash(alerts, 'stats server', { days: 1 })).response();
  expect(embeds[0]?.title).toBe('Cases in this server');
  expect(embeds[0]?.description).toMatch(
    /^\*\*3\*\* cases, .*\n1 handled by a moderator \(33\.3%\)\n0 false alarms \(0%\)$/,
  );
  const fields = fieldsOf(embeds[0]);
  expect(fields.get('What was done')?.split('\n').toSorted()).toEqual([
    'message deleted · **1**',
    'only an alert · **1**',
    'timed out · **1**',
  ]);
  expect(fields.get('Channels')).toBe(`<#${general}> · **3**`);
  expect(fields.get('Authors')).toBe(`<@${first.id}> · **2**\n<@${second.id}> · **1**`);
  expect(fields.get('Handled by')).toBe(`<@${owner.id}> · **1**\n-# Handled 1`);
  expect(fields.get('Hours of the day')).toContain('Busiest: ');
});

it('shows which moderator handled what, and how long half of it took at most', async () => {
  const owner = scene.person('owner');
  const { 'mod-alerts': alerts } = scene.sandbox.channels;
  const { message } = await scene.sayAndWait(scene.join('third'), 'a plate [flag]');
  await press(owner, alertAbout(scene, message.id), 'Handled');
  const warned = await owner.slash(alerts, 'warn', { member: scene.join('fourth').id });
  await warned.response();
  const { embeds } = await (await owner.slash(alerts, 'stats moderators')).response();
  expect(embeds[0]?.description).toMatch(
    new RegExp(
      `<@${owner.id}> · \\*\\*3\\*\\* · half within \\d+ seconds?\n-# Handled 2 · Warned 1`,
    ),
  );
});

it('is empty without cases in the last days', async () => {
  const other = await openScene();
  try {
    const { 'mod-alerts': alerts } = other.sandbox.channels;
    const { embeds } = await (await other.person('owner').slash(alerts, 'stats server')).response();
    expect(embeds[0]?.description).toContain('There are no cases from ');
  } finally {
    await other.close();
  }
});

it('posts the weekly report once, across a restart', async () => {
  await postDue(scene);
  expect(await reports()).toHaveLength(0);

  await scene.setPolicy({ weeklyReportSince: 0 });
  await postDue(scene);
  const [report] = await reports();
  expect(report?.footer?.text).toMatch(/^Weekly report up to \w+ \d+, \d{4}$/);
  const [from = 0, to = 0] = Array.from(
    (report?.description ?? '').matchAll(/<t:(\d+)/g),
    ([, seconds]) => Number(seconds),
  );
  expect(to - from).toBe(7 * 86_400);

  await scene.stopBot();
  await scene.startBot();
  await postDue(scene);
  expect(await reports()).toHaveLength(1);
});

it('finds a weekly report that was posted before the bot was killed', async () => {
  const { database, close } = await openTestState(scene.config.secrets.stateUrl);
  await scene.stopBot();
  const at = Date.now() - 60_000;
  const attempt = {
    attempt_channel_id: scene.sandbox.channels['mod-alerts'],
    attempt_at: at,
    due_at: at,
  };
  await database.updateTable('posts').set(attempt).where('kind', '=', 'weekly report').execute();
  await close();
  await scene.startBot();
  // Discord itself drops a repetition with the same nonce, but only for some minutes.
  scene.sandbox.faults.failNext({ route: 'POST /channels/:id/messages', status: 400 });
  await postDue(scene);
  scene.sandbox.faults.clear();
  expect(scene.log.join('\n')).not.toContain('Discord refused a post');
  expect(await reports()).toHaveLength(1);
});
