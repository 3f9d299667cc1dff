import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { createPerson } from '../../src/sandbox/person.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { inStudio, pause, PHONE } from './studio.ts';

const RAIDERS = 12;
/** Longer than the bot waits between two edits to an incident's post. */
const EDIT_MS = 7_000;

/** Takes the post about an incident while it goes on and after “Ban all”. */
export async function takeIncident(browser: Browser, file: string): Promise<void> {
  await inStudio(browser, PHONE, async ({ demo, page, alerts }) => {
    const { sandbox } = demo.harness();
    const { apiUrl, channels } = sandbox;
    await page.getByRole('button', { name: /^Mod alerts/ }).click();
    for (let index = 0; index < RAIDERS; index += 1) {
      const raider = newMember(sandbox, `raider${index + 1}`);
      const channelId = index % 2 === 0 ? channels.general : channels.random;
      await createPerson(apiUrl, raider).say(
        channelId,
        `nobody likes you, go kill yourself (${index})`,
      );
    }
    await alerts.getByRole('button', { name: 'Ban all…' }).waitFor();
    await pause(EDIT_MS);
    const folder = mkdtempSync(join(tmpdir(), 'portcullis-pictures-'));
    const [before, after] = [join(folder, 'before.png'), join(folder, 'after.png')];
    const post = alerts.getByRole('article').first();
    await post.screenshot({ path: before });

    await alerts.getByRole('button', { name: 'Ban all…' }).click();
    await page.locator('.is-ephemeral').getByRole('button', { name: /^Ban/ }).click();
    await post.getByText('Ban all:').waitFor();
    await pause(EDIT_MS);
    await post.screenshot({ path: after });
    const stack = `-y -loglevel error -i ${before} -i ${after} -filter_complex vstack=inputs=2 ${file}`;
    execFileSync('ffmpeg', stack.split(' '));
    rmSync(folder, { recursive: true });
  });
}

function newMember({ world, guildId }: Sandbox, username: string): { id: string; token: string } {
  const { id, token } = world.users.create({ username });
  world.members.add({ guildId, userId: id });
  return { id, token };
}
