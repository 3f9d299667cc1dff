import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { HarnessOptions } from '../../scripts/demo/harness.ts';
import { openDemo, type Demo } from '../../scripts/demo/page/demo.ts';
import { CHART_WORKER_URL } from '../helpers/charts/chart-worker-url.ts';
import { PAGE_ASSETS } from './build-page.ts';

/** Debian's; any other with `CHROMIUM=/path`. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

export interface Visit {
  readonly demo: Demo;
  readonly page: Page;
  /** The URLs of the browser's requests. */
  readonly requests: readonly string[];
  /** Errors of the page, and what its content security policy blocked. */
  readonly problems: readonly string[];
}

export interface VisitOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'dark' | 'light';
  readonly harness?: HarnessOptions;
}

/** Opens the demo in a browser; both stop when the test ends. */
export async function visit(options: VisitOptions = {}): Promise<Visit> {
  const { width = 1280, height = 800, theme = 'dark' } = options;
  const demo = await openDemo({
    assets: PAGE_ASSETS,
    harness: { deps: { chartWorkerUrl: CHART_WORKER_URL }, ...options.harness },
  });
  onTestFinished(() => demo.close());
  const browser = await launch();
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height }, colorScheme: theme });
  const requests: string[] = [];
  const problems: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  // Shows what a failed test saw.
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await page.screenshot({ path: `coverage/${task.id}.png` });
  });
  page.setDefaultTimeout(45_000);
  await page.goto(demo.url);
  await page.getByRole('textbox', { name: 'Message #general' }).waitFor();
  return { demo, page, requests, problems };
}

function launch(): Promise<Browser> {
  // A container's root can't use Chromium's own sandbox; the tests load only this repository's page.
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
}

export async function speakAs(page: Page, name: string): Promise<void> {
  const option = page.locator('#speaker option', { hasText: name });
  await page.locator('#speaker').selectOption(await option.first().getAttribute('value'));
  await page
    .getByRole('textbox', { name: `as ${name}` })
    .first()
    .waitFor();
}

export async function say(page: Page, text: string): Promise<void> {
  const composer = page.locator('#composer-main textarea');
  await composer.fill(text);
  await composer.press('Enter');
}

/** The visible text, with white space collapsed. */
export async function textOf(locator: Locator): Promise<string> {
  return ((await locator.textContent()) ?? '').replaceAll(/\s+/g, ' ').trim();
}
