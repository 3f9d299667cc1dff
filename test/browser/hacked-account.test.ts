import { expect, it } from 'vitest';
import { textOf, visit } from './visit.ts';

it.each([1280, 390])(
  'plays a hacked account, shows its incident and lets a moderator undo the timeout, %i px wide',
  async (width) => {
    const { page, problems } = await visit({ width });
    const isPhone = width === 390;
    if (isPhone) await page.getByRole('button', { name: 'Channels' }).click();
    await page.getByRole('button', { name: 'A hacked account' }).click();
    const note = page.getByText('are gone, the first one too, and 0 of Carol’s');
    await note.waitFor({ state: 'attached' });
    if (isPhone) await page.getByRole('button', { name: /^Mod alerts/ }).click();
    const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
    expect(await textOf(alerts)).toContain('Hacked account?');
    expect(await textOf(alerts)).toContain('1 member');
    await alerts.getByRole('button', { name: 'Undo all…' }).click();
    await page.getByRole('button', { name: 'Undo for 1 member' }).click();
    await alerts.getByText('Undo all: 1 of 1').waitFor();
    expect(problems).toEqual([]);
  },
  90_000,
);
