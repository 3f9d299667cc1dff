import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { chromium, type Page } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { engine } from '../helpers/engine.ts';
import { createService } from '../../src/service/service.ts';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const KEY = 'a-key-for-the-page';

async function openPage({
  width = 1280,
  theme = 'dark',
  hash = `#${KEY}`,
}: { width?: number; theme?: 'dark' | 'light'; hash?: string } = {}) {
  const service = createService({
    apiKey: KEY,
    engine,
    compatible: { commentsPerSecond: 0, page: 'loopback' },
  });
  onTestFinished(() => service.stop());
  const { baseUrl } = await service.start();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: theme });
  const [requests, problems]: [string[], string[]] = [[], []];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', ({ message }) => problems.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  await page.goto(`${baseUrl}/${hash}`);
  return { baseUrl, page, requests, problems };
}

async function score(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await page.getByRole('button', { name: 'Score' }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor();
}

it('shows scores, sentences, language, disguises and the words that weigh most', async () => {
  const { page, baseUrl, requests, problems } = await openPage();
  await score(page, 'What a lovely day. You are a stup1d 1d1ot.');
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('Read as English (en).').waitFor();
  expect(await result.getByRole('meter').count()).toBe(7);
  const sentences = await result.locator('#sentences li').allTextContents();
  expect(sentences).toHaveLength(2);
  const [harmless = '', rude = ''] = sentences.map((text) => text.split(' ').at(-1));
  expect(Number(rude)).toBeGreaterThan(Number(harmless) + 0.4);
  expect((await result.locator('mark').allTextContents()).join(' ')).toContain('1d1ot');
  expect(await result.locator('#disguises').textContent()).toContain('is read as “idiot”');
  expect(new URL(page.url()).hash).toBe('');
  expect(requests.every((url) => url.startsWith(baseUrl) || url === 'data:,')).toBe(true);
  expect(problems).toEqual([]);
});

it('says of other languages what it cannot tell', async () => {
  const { page } = await openPage();
  await score(page, 'Du bist ein dummes Arschloch und ich hasse dich so sehr');
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('Read as German (de).').waitFor();
  expect(await result.getByText('English only').count()).toBe(6);
});

it('shows markup as text', async () => {
  const { page, problems } = await openPage();
  await score(page, '<img src=x onerror=alert(1)> idiot');
  expect(await page.locator('#words').textContent()).toContain('<img src=x');
  expect(await page.locator('#words img').count()).toBe(0);
  expect(problems).toEqual([]);
});

it('says why a wrong key was refused', async () => {
  const { page } = await openPage({ hash: '#wrong' });
  await page.getByRole('textbox', { name: 'Text' }).fill('hello');
  await page.getByRole('button', { name: 'Score' }).click();
  const status = page.getByRole('status');
  await status.getByText('API key').waitFor();
  expect(await status.textContent()).toBe('API key not valid. Please pass a valid API key.');
});

it('takes a key with a percent sign as it is', async () => {
  const { page, problems } = await openPage({ hash: '#50%' });
  expect(await page.getByLabel('API key').inputValue()).toBe('50%');
  expect(problems).toEqual([]);
});

it.each([
  ['dark', 1280],
  ['light', 1280],
  ['dark', 390],
] as const)(
  'has no serious problem for axe-core and fits its width (%s, %i)',
  async (theme, width) => {
    const { page } = await openPage({ theme, width });
    await score(page, 'What a lovely day. You are a stup1d 1d1ot, and I will find you.');
    const { PICTURES } = process.env;
    if (PICTURES !== undefined) {
      await page.screenshot({ path: `${PICTURES}/page-${theme}-${width}.png`, fullPage: true });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.evaluate(await readFile(AXE, 'utf8'));
    const { violations } = await page.evaluate<{ violations: { id: string; impact: string }[] }>(
      'axe.run()',
    );
    expect(
      violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'),
    ).toEqual([]);
  },
);
