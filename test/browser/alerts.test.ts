import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say, speakAs, textOf, visit } from './visit.ts';

const VILE = 'nobody likes you, go kill yourself';

/** Bob posts, and the moderators get an alert. */
async function alertAbout(page: Page, text: string) {
  await speakAs(page, 'Bob');
  await say(page, text);
  const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
  await alerts.getByRole('button', { name: 'False alarm' }).waitFor();
  return alerts;
}

it('times a member out and undoes it with the buttons of the alert', async () => {
  const { page, problems } = await visit();
  const alerts = await alertAbout(page, VILE);
  await alerts.getByRole('button', { name: 'More…' }).click();
  await alerts.getByRole('button', { name: 'Timeout' }).click();
  await page.getByText('Bob is timed out').waitFor();
  const composer = page.getByRole('textbox', { name: 'Message #general as Bob' });
  expect(await composer.isDisabled()).toBe(true);

  await alerts.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Bob is timed out').waitFor({ state: 'detached' });
  expect(await composer.isEnabled()).toBe(true);
  expect(problems).toEqual([]);
});

it('bans with a reason from the form', async () => {
  const { page, demo } = await visit();
  const alerts = await alertAbout(page, VILE);
  await alerts.getByRole('button', { name: 'More…' }).click();
  await alerts.getByRole('button', { name: 'Ban…' }).click();
  const form = page.getByRole('dialog', { name: 'Ban the author?' });
  await form.getByRole('textbox').fill('vile messages');
  await form.getByRole('button', { name: 'Submit' }).click();
  await page.getByText('Bob is banned.').waitFor();
  const { sandbox } = demo.harness();
  const bans = sandbox.world.state.guilds.get(sandbox.guildId)?.bans;
  expect(bans?.get(sandbox.members.bob.id)?.reason).toContain('vile messages');
});

it('marks a false alarm, and allows the text from now on', async () => {
  const { page } = await visit();
  const alerts = await alertAbout(page, VILE);
  await alerts.getByRole('button', { name: 'False alarm' }).click();
  // The text is certainly severe, so the bot asks.
  await page.getByRole('button', { name: 'Allow the text' }).click();
  await alerts.getByRole('button', { name: 'False alarm' }).waitFor({ state: 'detached' });
  await say(page, VILE);
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  await chat.getByText(VILE).waitFor();
  await page.waitForTimeout(1_500);
  expect(await textOf(chat)).toContain(VILE);
});
