import { chromium } from 'playwright-core';
import { readArguments } from '../../src/shared/process/command-line.ts';
import { takeAlerts } from './alerts.ts';
import { takeAnimation } from './animation.ts';
import { takeIncident } from './incident.ts';

/** The pictures for the README and the docs. */
const FOLDER = '.github';

readArguments({
  name: 'pictures',
  summary: `Takes the pictures of the README and the docs from the demo's page, with Chromium and ffmpeg, into ${FOLDER}.`,
  options: {},
  examples: [''],
});

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  // Chromium's own sandbox does not work for root in a container. The browser loads only this repository's page.
  args: ['--no-sandbox'],
});
try {
  await takeAnimation(browser, { animation: `${FOLDER}/demo.webp`, picture: `${FOLDER}/page.png` });
  await takeAlerts(browser, `${FOLDER}/alerts.png`);
  await takeIncident(browser, `${FOLDER}/incident.png`);
} finally {
  await browser.close();
}
