import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { speakAs, textOf, visit } from './visit.ts';

it('goes through /setup with menus, buttons and forms', async () => {
  const { page, demo, problems } = await visit();
  await speakAs(page, 'Olivia');
  const composer = page.locator('#composer-main textarea');
  await composer.fill('/setup');
  await page.getByRole('button', { name: '/setup' }).waitFor();
  await composer.press('Enter');
  await page.getByRole('form', { name: '/setup' }).getByRole('button', { name: 'Run' }).click();

  const screen = page.locator('.is-ephemeral');
  const step = (number: number): Promise<void> => screen.getByText(`Step ${number} of`).waitFor();
  const next = (): Promise<void> => screen.getByRole('button', { name: 'Next' }).click();
  await step(1);
  await next();

  await step(2);
  await choose(screen, 'strict');
  await screen.getByText('Now: strict').waitFor();
  await next();
  await step(3);
  await next();
  await step(4);
  await choose(screen, 'de');
  await screen.getByText('Now: German').waitFor();
  await next();

  await step(5);
  await screen.getByRole('button', { name: 'Change the text' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').fill('Be kind.');
  await form.getByRole('button', { name: 'Submit' }).click();
  await screen.getByText('Be kind.').waitFor();

  const { sandbox, bot } = demo.harness();
  expect(await bot().policies.get(sandbox.guildId)).toMatchObject({
    preset: 'strict',
    language: 'de',
    notice: { text: 'Be kind.' },
  });
  expect(await textOf(screen)).toContain('Only Olivia can see this');
  expect(problems).toEqual([]);
});

it('keeps a press on Next that comes right after a choice', async () => {
  const { page, demo } = await visit();
  await speakAs(page, 'Olivia');
  const composer = page.locator('#composer-main textarea');
  await composer.fill('/setup');
  await page.getByRole('button', { name: '/setup' }).waitFor();
  await composer.press('Enter');
  await page.getByRole('form', { name: '/setup' }).getByRole('button', { name: 'Run' }).click();
  const screen = page.locator('.is-ephemeral');
  await screen.getByText('Step 1 of').waitFor();
  await screen.getByRole('button', { name: 'Next' }).click();
  await screen.getByText('Step 2 of').waitFor();

  await page.evaluate(`{
    const screen = document.querySelector('.is-ephemeral');
    const menu = screen.querySelector('select');
    menu.value = 'strict';
    menu.dispatchEvent(new Event('change', { bubbles: true }));
    [...screen.querySelectorAll('button')].find((button) => /Next/.test(button.textContent)).click();
  }`);
  await screen.getByText('Step 3 of').waitFor();
  const { sandbox, bot } = demo.harness();
  expect(await bot().policies.get(sandbox.guildId)).toMatchObject({ preset: 'strict' });
  // A late answer to the choice would show the second step again.
  await page.waitForTimeout(1_500);
  expect(await textOf(screen)).toContain('Step 3 of');
});

function choose(screen: Locator, value: string): Promise<unknown> {
  return screen.locator('select').first().selectOption(value);
}
