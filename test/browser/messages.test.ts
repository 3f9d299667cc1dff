import { expect, it } from 'vitest';
import { say, speakAs, textOf, visit } from './visit.ts';

const VILE = 'nobody likes you, go kill yourself';

it('shows a message, lets a bad one vanish with what happened to it, and shows its alert', async () => {
  const { page, problems } = await visit();
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  await say(page, 'good morning');
  await chat.getByText('good morning').waitFor();

  await speakAs(page, 'Bob');
  await say(page, VILE);
  await chat.getByRole('button', { name: 'case #1' }).waitFor();
  expect(await textOf(chat.locator('.gone'))).toMatch(
    /^Bob · deleted (at once|after \d+(\.\d)? s) · case #1$/,
  );
  expect(await chat.getByText(VILE).count()).toBe(0);
  expect(await chat.getByText('good morning').count()).toBe(1);

  const alerts = page.getByRole('log', { name: 'Messages in #mod-alerts' });
  await alerts.getByText('Deleted').waitFor();
  expect(await alerts.textContent()).toContain('@Bob in #general');
  expect(problems).toEqual([]);
});

it('asks nothing but this machine', async () => {
  const { page, requests } = await visit();
  await say(page, 'look: https://example.com/picture.png 😀 <@1> **bold**');
  await page.getByText('bold').waitFor();
  expect(new Set(requests.map((url) => new URL(url).hostname))).toEqual(new Set(['127.0.0.1']));
});

it('shows what members write as text, never as HTML', async () => {
  const { page, problems } = await visit();
  const hostile =
    '<img src=x onerror="document.title=1"> [a](javascript:alert(1)) <script>1</script>';
  await say(page, hostile);
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  await chat.getByText('<img src=x onerror').waitFor();
  expect(await chat.locator('.markdown :is(img, script, a)').count()).toBe(0);
  expect(problems).toEqual([]);
});

it('shows a heading without white space around it', async () => {
  const { page } = await visit();
  await say(page, '# Welcome');
  const chat = page.getByRole('log', { name: 'Messages in #general' });
  expect(await chat.locator('.heading').textContent()).toBe('Welcome');
});
