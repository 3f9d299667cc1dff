import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say, speakAs, visit } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** All findings of axe-core. */
async function findings(page: Page): Promise<string[]> {
  // Through the debugger, because the page's content security policy allows only its own scripts.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}

it.each([
  { width: 1280, theme: 'dark' },
  { width: 1280, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 390, theme: 'light' },
] as const)('has no finding of axe-core at $width px ($theme)', async ({ width, theme }) => {
  const { page } = await visit({ width, theme });
  const show = async (tab: 'Chat' | 'Mod alerts' | 'Channels'): Promise<void> => {
    if (width === 390) await page.getByRole('button', { name: tab }).click();
  };
  expect(await findings(page)).toEqual([]);

  await say(page, 'hello **all** ||secret|| `code` 😀 @Bob');
  await speakAs(page, 'Bob');
  await say(page, 'nobody likes you, go kill yourself');
  await page.getByRole('button', { name: 'case #1' }).waitFor();
  await page.waitForTimeout(1_500);
  expect(await findings(page)).toEqual([]);
  await show('Channels');
  expect(await findings(page)).toEqual([]);

  await show('Mod alerts');
  const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
  await alerts.getByRole('button', { name: 'More…' }).click();
  await alerts.getByRole('button', { name: 'Ban…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const composer = page.locator('#composer-mods textarea');
  await composer.fill('/case show');
  await page.getByRole('button', { name: '/case show' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await composer.press('Enter');
  await page.locator('.suggestions button').first().waitFor();
  expect(await findings(page)).toEqual([]);
});

it('works without a mouse', async () => {
  const { page } = await visit();
  await page.locator('#composer-mods textarea').focus();
  await page.keyboard.type('/');
  await page.getByRole('button', { name: '/case list' }).waitFor();
  await page.keyboard.type('case list');
  await page.keyboard.press('Enter');
  const form = page.getByRole('form', { name: '/case list' });
  await form.waitFor();
  await form.getByRole('button', { name: 'Run' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('Only Morgan can see this').waitFor();

  await page.locator('#composer-main textarea').focus();
  await page.keyboard.type('hello');
  await page.keyboard.press('Enter');
  const menu = page.locator('.pane-main .message-menu > summary');
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Reply' }).waitFor();
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Reply' }).isVisible()).toBe(false);
  expect(await menu.evaluate((element) => element.matches(':focus'))).toBe(true);
});
