import type { Browser, Locator, Page } from 'playwright-core';
import { openDemo, type Demo } from '../demo/page/demo.ts';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface Studio {
  readonly demo: Demo;
  readonly page: Page;
  /** The moderators' channel. */
  readonly alerts: Locator;
}

/** The width of a phone, at which the docs show the moderators' channel. */
export const PHONE: Viewport = { width: 390, height: 2400 };

/** Runs the demo, opens its page, and lets `take` take pictures. */
export async function inStudio(
  browser: Browser,
  viewport: Viewport,
  take: (studio: Studio) => Promise<void>,
): Promise<void> {
  const demo = await openDemo();
  try {
    const page = await browser.newPage({ viewport, colorScheme: 'dark', deviceScaleFactor: 2 });
    await page.goto(demo.url);
    await page.locator('#composer-main textarea').waitFor();
    await page.evaluate('document.fonts.ready');
    const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
    await take({ demo, page, alerts });
    await page.close();
  } finally {
    await demo.close();
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
