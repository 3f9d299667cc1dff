import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { visit, type Visit } from './visit.ts';

/* An alert on a phone: moderators must see several at once. */

const PHONE = { width: 390, height: 844 };
const MAX_HEIGHT = 260;
const MAX_HANDLED_HEIGHT = 120;

const INSULTS = [
  'fuck you, you stupid bitch, nobody here wants to read any of what you write, so get lost and do not come back',
  'worthless piece of shit, I hope that you lose everything you have and that everybody laughs at you while you do',
  'shut up, idiot, you are the dumbest person in this whole server and everybody here but you has known it for years',
];

async function open(): Promise<Visit & { readonly alert: Locator }> {
  const opened = await visit(PHONE);
  await opened.page.getByRole('button', { name: /^Mod alerts/ }).click();
  const more = opened.page.getByRole('button', { name: 'More…' });
  return { ...opened, alert: opened.page.locator('.pane-mods .message', { has: more }).last() };
}

/** Carol says things that become cases of one alert. */
async function sayAsCarol({ demo }: Visit, count: number): Promise<void> {
  const { person, sandbox } = demo.harness();
  for (let n = 0; n < count; n += 1) {
    await person('carol').say(
      sandbox.channels.general,
      `${n} ${INSULTS[n % INSULTS.length] ?? ''}`,
    );
  }
}

/** Without the bot's name, which Discord shows once above the posts of some minutes. */
async function heightOf(alert: Locator): Promise<number> {
  const message = await alert.boundingBox();
  const name = await alert.locator('.message-header').boundingBox();
  if (message === null || name === null) return Number.POSITIVE_INFINITY;
  return message.y + message.height - name.y - name.height;
}

it.each([1, 2, 14])(
  'an alert about %i of an author’s messages is low, and lower once it is handled',
  async (count) => {
    const visited = await open();
    const { alert } = visited;
    await sayAsCarol(visited, count);
    await alert
      .getByText(new RegExp(`#${count}$`))
      .first()
      .waitFor();
    await alert.getByRole('button', { name: 'Handled' }).waitFor();
    const height = await heightOf(alert);
    await alert.getByRole('button', { name: 'Handled' }).click();
    await alert.getByRole('button', { name: 'Handled' }).waitFor({ state: 'detached' });
    const handled = await heightOf(alert);
    expect(height).toBeLessThanOrEqual(MAX_HEIGHT);
    expect(handled).toBeLessThanOrEqual(MAX_HANDLED_HEIGHT);
  },
);

it('an alert with a refusal is as low', async () => {
  const visited = await open();
  const { alert } = visited;
  const { bot, person, sandbox } = visited.demo.harness();
  const policy = await bot().policies.get(sandbox.guildId);
  const effects = [{ kind: 'timeout', seconds: 600 }, { kind: 'alert' }] as const;
  const when = { actions: ['delete', 'flag', 'warn', 'mute', 'kick', 'ban'] };
  const rule = { id: 'r', name: 'r', when, effects: [...effects] };
  await bot().policies.set(sandbox.guildId, { ...policy, mode: 'enforce', rules: [rule] });
  await person('overlord').say(sandbox.channels.general, INSULTS[0] ?? '');
  await alert.getByText('Server Settings → Roles').first().waitFor();
  expect(await heightOf(alert)).toBeLessThanOrEqual(MAX_HEIGHT);
});
