import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say, speakAs, textOf, visit } from './visit.ts';

const VILE = 'nobody likes you, go kill yourself';

const chatOf = (page: Page) => page.getByRole('log', { name: 'Messages in #general' });
const alertsOf = (page: Page) => page.getByRole('log', { name: 'Messages in #mod-alerts' });
const composerOf = (page: Page) => page.locator('#composer-main textarea');

it('shows the moderators’ channel as the moderator sees it, whoever speaks', async () => {
  const { page, demo } = await visit();
  await speakAs(page, 'Bob');
  await say(page, VILE);
  await alertsOf(page).getByText('Deleted').waitFor();
  const { sandbox } = demo.harness();
  const { guildId, members, world } = sandbox;
  const byOwner = { byUserId: members.owner.id, reason: null };
  world.bans.add({ guildId, userId: members.bob.id }, byOwner);
  await page.getByText('Bob is banned').waitFor();
  expect(await textOf(alertsOf(page))).toContain('@Bob in #general');
  await alertsOf(page).getByRole('button', { name: '#general' }).click();
  await page.getByText('Bob cannot see that channel').waitFor();
});

it('keeps “Say something vile” after “Say something kind”, until there is a case', async () => {
  const { page } = await visit();
  await page.getByRole('button', { name: 'Say something kind' }).click();
  await chatOf(page).getByText('good morning everyone!').waitFor();
  await page.getByRole('button', { name: 'Say something vile' }).click();
  await chatOf(page).getByRole('button', { name: 'case #1' }).waitFor();
  expect(await page.getByRole('button', { name: /^Say something/ }).count()).toBe(0);
});

it('never posts a typed command, whatever its arguments are', async () => {
  const { page, demo } = await visit();
  await speakAs(page, 'Morgan');
  const composer = composerOf(page);
  await composer.fill('/');
  await page.getByRole('button', { name: '/ban ' }).waitFor();

  await say(page, '/ban Bob for reasons that nobody needs to read');
  const form = page.getByRole('form', { name: '/ban' });
  await form.waitFor();
  expect(await form.locator('select').first().inputValue()).toBe(
    demo.harness().sandbox.members.bob.id,
  );
  await form.getByRole('button', { name: 'Cancel' }).click();

  await say(page, '/case twelve');
  await page.getByRole('button', { name: '/case show' }).waitFor();
  await say(page, '/bna Bob');
  await page.getByText('You have no command /bna').waitFor();
  expect(await composer.inputValue()).toBe('/bna Bob');
  await composer.press('ControlOrMeta+A');
  await say(page, 'that was close');
  await chatOf(page).getByText('that was close').waitFor();
  expect(await textOf(chatOf(page))).not.toContain('Bob');
});

it('suggests names, edits the latest message with ↑, and lets members delete only their own', async () => {
  const { page, demo } = await visit();
  const { person, sandbox } = demo.harness();
  await person('alice').say(sandbox.channels.general, 'hello from Alice');
  await speakAs(page, 'Bob');
  const composer = composerOf(page);
  const chat = chatOf(page);

  await composer.pressSequentially('hello @');
  await page.locator('.picker').waitFor();
  await composer.pressSequentially('ca');
  await page.locator('.picker .is-active', { hasText: 'Carol' }).waitFor();
  await composer.press('Enter');
  await page.locator('.picker').waitFor({ state: 'hidden' });
  expect(await composer.inputValue()).toBe('hello @Carol ');
  await composer.press('Enter');
  await chat.getByText('@Carol').waitFor();

  await composer.press('ArrowUp');
  const editor = chat.getByRole('textbox', { name: 'Edit message' });
  expect(await editor.inputValue()).toBe('hello @Carol');
  await page.keyboard.type(', and goodbye');
  await page.keyboard.press('Enter');
  await chat.getByText('(edited)').waitFor();
  expect(await textOf(chat)).toContain('hello @Carol, and goodbye');
  expect(await composer.evaluate((element) => element.matches(':focus'))).toBe(true);

  const deleteInMenuOf = async (name: string): Promise<number> => {
    const message = chat.locator('article', { has: page.locator('.author', { hasText: name }) });
    await message.locator('.message-menu > summary').click();
    const count = await message.getByRole('button', { name: 'Delete' }).count();
    await page.keyboard.press('Escape');
    return count;
  };
  expect(await deleteInMenuOf('Alice')).toBe(0);
  expect(await deleteInMenuOf('Bob')).toBe(1);
});

it('moves through suggested choices with the arrow keys', async () => {
  const { page } = await visit();
  await speakAs(page, 'Bob');
  await say(page, VILE);
  await chatOf(page).getByRole('button', { name: 'case #1' }).waitFor();
  await speakAs(page, 'Carol');
  await say(page, VILE);
  await chatOf(page).getByRole('button', { name: 'case #2' }).waitFor();

  const composer = page.locator('#composer-mods textarea');
  await composer.fill('/case show');
  await page.getByRole('button', { name: '/case show' }).waitFor();
  await composer.press('Enter');
  const form = page.getByRole('form', { name: '/case show' });
  await form.locator('.suggestions .is-active', { hasText: '#2' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await form.getByRole('textbox').first().inputValue()).toContain('#1');
  await form.locator('.suggestions').waitFor({ state: 'hidden' });
  await page.keyboard.press('Enter');
  await page.getByText('Only Morgan can see this').waitFor();
});

it('says which message a button’s answer belongs to', async () => {
  const { page } = await visit();
  await speakAs(page, 'Bob');
  await say(page, VILE);
  const alerts = alertsOf(page);
  await alerts.getByRole('button', { name: 'More…' }).click();
  await alerts.getByText('Only Morgan can see this').waitFor();
  expect(await textOf(alerts.locator('.is-ephemeral .context'))).toContain('@Portcullis Deleted');
});

it('lets people join with an invite, unless they are banned or invites are paused', async () => {
  const { page, demo } = await visit();
  await speakAs(page, 'Bob');
  const { guildId, members, world } = demo.harness().sandbox;
  const target = { guildId, userId: members.bob.id };
  const byOwner = { byUserId: members.owner.id, reason: null };
  world.members.kick(target, byOwner);
  const join = page.getByRole('button', { name: 'Join with an invite' });
  await join.first().click();
  await composerOf(page).waitFor();
  expect(await composerOf(page).isEnabled()).toBe(true);

  world.bans.add(target, byOwner);
  await join.first().click();
  await page.getByText('The user is banned from this guild.').waitFor();
});

it('creates a poll that others can vote in', async () => {
  const { page } = await visit();
  await speakAs(page, 'Bob');
  await page.locator('#composer-main').getByRole('button', { name: 'Create a poll' }).click();
  const form = page.getByRole('form', { name: 'Create a poll' });
  await form.getByRole('textbox', { name: 'Question' }).fill('When?');
  await form.getByRole('textbox', { name: 'Answers' }).fill('Friday\nSaturday');
  await form.getByRole('button', { name: 'Post' }).click();
  const friday = chatOf(page).getByRole('button', { name: 'Friday' });
  await friday.click();
  await expect.poll(() => friday.getAttribute('aria-pressed')).toBe('true');
});

it('speaks the language of the person’s client', async () => {
  const { page } = await visit();
  await speakAs(page, 'Bob');
  await page.getByLabel("Language of the person's client").selectOption('de');
  await page.getByRole('textbox', { name: 'Nachricht an #general als Bob' }).waitFor();
  await say(page, VILE);
  await page.getByRole('button', { name: 'Fall #1' }).waitFor();
  expect(await textOf(page.locator('.gone'))).toMatch(/gelöscht/);
  expect(await page.evaluate('document.documentElement.lang')).toBe('de');
});
