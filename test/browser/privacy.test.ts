import { request } from 'undici';
import { expect, it } from 'vitest';
import { speakAs, visit } from './visit.ts';

it('shows an ephemeral reply to nobody else, neither on the page nor in what it receives', async () => {
  const { page, demo } = await visit();
  await speakAs(page, 'Carol');
  const composer = page.locator('#composer-main textarea');
  await composer.fill('/');
  await page.getByRole('button', { name: '/record mine' }).waitFor();
  await composer.fill('/record mine');
  await composer.press('Enter');
  await page
    .getByRole('form', { name: '/record mine' })
    .getByRole('button', { name: 'Run' })
    .click();
  const note = page.getByText('Only Carol can see this');
  await note.waitFor();

  for (const name of ['Alice', 'Morgan', 'Olivia']) {
    await speakAs(page, name);
    await note.waitFor({ state: 'detached' });
    expect(await page.locator('.is-ephemeral').count()).toBe(0);
  }
  const { members, world } = demo.harness().sandbox;
  const [ephemeral] = [...world.state.ephemerals.keys()];
  expect(ephemeral).toBeDefined();
  for (const { id } of [members.alice, members.moderator, members.owner]) {
    expect(await firstEvent(`${demo.url}events?as=${id}`)).not.toContain(ephemeral);
  }
  expect(await firstEvent(`${demo.url}events?as=${members.carol.id}`)).toContain(ephemeral);
});

/** The event with the whole world. */
async function firstEvent(url: string): Promise<string> {
  const { body } = await request(url);
  let text = '';
  for await (const chunk of body) {
    text += String(chunk);
    if (text.includes('"scenarios"')) return text;
  }
  return text;
}
