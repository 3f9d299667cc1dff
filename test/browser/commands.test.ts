import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { say, speakAs, textOf, visit } from './visit.ts';

interface Catalogue {
  readonly name: string;
  readonly description: string;
}

it('shows slash commands in the language of the person’s client', async () => {
  const german = JSON.parse(readFileSync('src/bot/locales/de/setup.json', 'utf8')) as Catalogue;
  const { page } = await visit();
  await speakAs(page, 'Olivia');
  await page.getByLabel("Language of the person's client").selectOption('de');
  const composer = page.locator('#composer-main textarea');
  await composer.fill('/');
  await page.getByRole('button', { name: `/${german.name}` }).waitFor();
  expect(await textOf(page.locator('.picker'))).toContain(german.description);
});

it('suggests choices while a moderator types, and runs the command', async () => {
  const { page } = await visit();
  await speakAs(page, 'Bob');
  await say(page, 'nobody likes you, go kill yourself');
  await page.getByRole('button', { name: 'case #1' }).waitFor();
  const composer = page.locator('#composer-mods textarea');
  await composer.fill('/case show');
  await page.getByRole('button', { name: '/case show' }).waitFor();
  await composer.press('Enter');
  const form = page.getByRole('form', { name: '/case show' });
  await form.getByRole('button', { name: '#1 · Bob' }).click();
  await form.getByRole('button', { name: 'Run' }).click();
  await page.getByText('Only Morgan can see this').waitFor();
  // The reply says “thinking” first.
  await expect.poll(() => textOf(page.locator('.pane-mods .is-ephemeral'))).toContain('#1');
});

/** Types the text and presses Enter in one task, without a frame in between. */
async function enterAtOnce(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const field = document.querySelector('#composer-main textarea');
    field.value = ${JSON.stringify(text)};
    field.dispatchEvent(new InputEvent('input'));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }));
  }`);
}

it('picks what was typed by a person who types faster than the page draws', async () => {
  const { page } = await visit();
  await speakAs(page, 'Carol');
  const composer = page.locator('#composer-main textarea');
  await composer.fill('/');
  await page.getByRole('button', { name: '/record mine' }).waitFor();
  expect(await textOf(page.locator('.picker .is-active'))).not.toContain('/record mine');
  await enterAtOnce(page, '/record mine');
  await page.getByRole('form', { name: '/record mine' }).waitFor();
});

it('does not send a command as a message while the commands are loading', async () => {
  const { page } = await visit();
  await speakAs(page, 'Carol');
  const composer = page.locator('#composer-main textarea');
  await enterAtOnce(page, '/record mine');
  await page.getByRole('button', { name: '/record mine' }).waitFor();
  expect(await composer.inputValue()).toBe('/record mine');
  await composer.press('Enter');
  await page.getByRole('form', { name: '/record mine' }).waitFor();
});

it('uses the menus of a message and of its author', async () => {
  const { page } = await visit();
  await speakAs(page, 'Morgan');
  await say(page, 'hello there');
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  await chat.getByText('hello there').waitFor();

  await chat.locator('.message-menu > summary').click();
  await chat.getByRole('button', { name: 'Check message' }).click();
  await chat.getByText('Only Morgan can see this').first().waitFor();

  await chat.locator('.user-menu > summary').first().click();
  await chat.getByRole('button', { name: 'Moderation record' }).first().click();
  await expect.poll(() => chat.getByText('Only Morgan can see this').count()).toBe(2);
});

it('shows attachments, polls, replies, reactions and edits', async () => {
  const { page, demo, problems } = await visit();
  const { sandbox, person } = demo.harness();
  const alice = person('alice');
  const { general } = sandbox.channels;
  const first = await alice.say(general, 'who plays?');
  await alice.edit(general, first.id, 'who plays tonight?');
  await alice.send(general, { content: 'me', message_reference: { message_id: first.id } });
  await alice.react(first, '👍', true);
  await alice.upload(general, 'the rules', [{ name: 'rules.txt', content: 'be kind' }]);
  await alice.send(general, {
    poll: { question: { text: 'When?' }, answers: [{ poll_media: { text: 'Friday' } }] },
  });
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  await chat.getByText('who plays tonight?').first().waitFor();
  await chat.getByText('(edited)').waitFor();
  await chat.getByText('@Alice who plays tonight?').waitFor();
  await chat.getByRole('link', { name: 'rules.txt' }).waitFor();
  await chat.getByRole('button', { name: '👍, 1' }).click();
  await chat.getByRole('button', { name: 'Friday' }).click();
  await expect
    .poll(() => chat.getByRole('button', { name: 'Friday' }).getAttribute('aria-pressed'))
    .toBe('true');
  expect(problems).toEqual([]);
});
