import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say, speakAs, visit } from './visit.ts';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** axe-core's serious and critical findings. */
async function seriousProblems(page: Page): Promise<string[]> {
  // Through the debugger, because the page's content security policy allows only its own scripts.
  await page.evaluate(await readFile(AXE, 'utf8'));
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    );
}

it.each(['dark', 'light'] as const)('has no serious problem for axe-core (%s)', async (theme) => {
  const { page } = await visit({ theme });
  expect(await seriousProblems(page)).toEqual([]);

  await say(page, 'hello **all** ||secret|| `code` 😀 @Bob');
  await speakAs(page, 'Bob');
  await say(page, 'nobody likes you, go kill yourself');
  const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
  await alerts.getByRole('button', { name: 'More…' }).waitFor();
  await page.waitForTimeout(1_500);
  expect(await seriousProblems(page)).toEqual([]);

  await alerts.getByRole('button', { name: 'More…' }).click();
  await alerts.getByRole('button', { name: 'Ban…' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');

  const composer = page.locator('#composer-mods textarea');
  await composer.fill('/');
  await page.getByRole('button', { name: '/case show' }).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
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
