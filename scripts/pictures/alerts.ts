import { OverwriteType, PermissionFlagsBits } from 'discord-api-types/v10';
import type { Browser } from 'playwright-core';
import { inStudio, pause, PHONE } from './studio.ts';

/** Longer than an alert waits for further messages by its author. */
const ALERT_MS = 2_500;

/** Takes four alerts: a deleted message, an undone timeout, three messages in one post, and a refusal by Discord. */
export async function takeAlerts(browser: Browser, file: string): Promise<void> {
  await inStudio(browser, PHONE, async ({ demo, page, alerts }) => {
    const { person, sandbox } = demo.harness();
    const { channels, members, roles, world } = sandbox;
    await page.getByRole('button', { name: /^Mod alerts/ }).click();

    await person('alice').say(channels.general, 'nobody likes you, go kill yourself');
    await pause(ALERT_MS);

    await person('bob').say(channels.random, 'I will find out where you live and break your legs');
    await pause(ALERT_MS);
    await alerts.getByRole('button', { name: 'More…' }).last().click();
    await alerts.getByRole('button', { name: 'Timeout' }).last().click();
    await alerts.getByRole('button', { name: 'Undo' }).last().click();
    await pause(ALERT_MS);

    for (const text of [
      'fuck you, you stupid bitch',
      'worthless piece of shit',
      'shut up, idiot',
    ]) {
      await person('carol').say(channels.general, text);
    }
    await pause(ALERT_MS);

    world.channels.setOverwrite(
      channels.random,
      {
        id: roles.Portcullis,
        type: OverwriteType.Role,
        allow: '0',
        deny: PermissionFlagsBits.ManageMessages.toString(),
      },
      { byUserId: members.owner.id, reason: null },
    );
    await person('dave').say(channels.random, 'kill yourself, you disgusting freak');
    await pause(2 * ALERT_MS);
    const dismiss = page.getByRole('button', { name: 'Dismiss message' });
    for (let left = await dismiss.count(); left > 0; left -= 1) await dismiss.first().click();
    await page.mouse.move(0, 0);
    await page.locator('.pane-mods .messages-inner').screenshot({ path: file });
  });
}
