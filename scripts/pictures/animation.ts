import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { inStudio, pause } from './studio.ts';

const VIEWPORT = { width: 1000, height: 560 };
const TYPING_MS = 25;

/** Takes a message that vanishes, and the alert that appears for it. */
export async function takeAnimation(
  browser: Browser,
  files: { readonly animation: string; readonly picture: string },
): Promise<void> {
  await inStudio(browser, VIEWPORT, async ({ page, alerts }) => {
    const recording = record(page);
    await say(page, 'Alice', 'who is in for a game tonight?');
    await pause(600);
    await say(page, 'Carol', 'me! be there at eight 🎉');
    await pause(600);
    await say(page, 'Bob', 'nobody likes you, go kill yourself');
    await alerts.getByRole('button', { name: 'Ban…' }).waitFor();
    await pause(4_000);
    await recording.save(files.animation);
    await page.screenshot({ path: files.picture });
  });
}

async function say(page: Page, name: string, text: string): Promise<void> {
  const option = page.locator('#speaker option', { hasText: name }).first();
  await page.locator('#speaker').selectOption(await option.getAttribute('value'));
  const composer = page.getByRole('textbox', { name: `Message #general as ${name}` });
  await composer.waitFor();
  await composer.pressSequentially(text, { delay: TYPING_MS });
  await composer.press('Enter');
}

/** Takes one picture after the other, and remembers the time of each. */
function record(page: Page): { save(file: string): Promise<void> } {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-frames-'));
  const times: number[] = [];
  const stopping = new AbortController();
  const done = (async () => {
    while (!stopping.signal.aborted) {
      times.push(performance.now());
      await page.screenshot({ path: join(folder, `${times.length}.png`), scale: 'css' });
    }
    times.push(performance.now());
  })();

  return {
    async save(file) {
      stopping.abort();
      await done;
      const list = join(folder, 'frames.txt');
      const frames = times.slice(0, -1).map((time, index) => {
        const seconds = ((times[index + 1] ?? time) - time) / 1000;
        return `file '${index + 1}.png'\nduration ${seconds.toFixed(3)}\n`;
      });
      writeFileSync(list, frames.join(''));
      const input = `-y -loglevel error -f concat -safe 0 -i ${list} -vf fps=8`;
      const output = `-c:v libwebp_anim -q:v 72 -compression_level 6 -loop 0 ${file}`;
      execFileSync('ffmpeg', `${input} ${output}`.split(' '));
      rmSync(folder, { recursive: true });
    },
  };
}
