import { expect, it } from 'vitest';
import { say, speakAs, visit } from './visit.ts';

it('fits a phone: one pane at a time, nothing wider than the screen', async () => {
  const { page } = await visit({ width: 390, height: 844 });
  const chat = page.getByRole('region', { name: 'Channel', exact: true });
  const alerts = page.getByRole('region', { name: "Moderators' channel" });
  expect(await chat.isVisible()).toBe(true);
  expect(await alerts.isVisible()).toBe(false);

  await speakAs(page, 'Bob');
  await say(page, 'nobody likes you, go kill yourself');
  await page.getByRole('button', { name: 'Mod alerts 1' }).click();
  await alerts.getByRole('button', { name: 'More…' }).waitFor();
  expect(await chat.isVisible()).toBe(false);
  const overflow = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await page.evaluate(overflow)).toBe(0);

  await page.getByRole('button', { name: 'Channels' }).click();
  await page.getByRole('button', { name: 'random' }).click();
  await page.getByRole('heading', { name: '#random' }).waitFor();
  expect(await chat.isVisible()).toBe(true);
});
