import { afterEach, expect, it, vi } from 'vitest';
import { createScene, type Scene } from './scene.ts';

const WAIT = { timeout: 15_000, interval: 50 };
const OPEN_DM = 'POST /users/@me/channels';

let scene: Scene;
afterEach(() => scene.sandbox.faults.clear());

const alertAbout = (messageId: string): string => JSON.stringify(scene.alertsAbout(messageId));

it('notices that Discord limits wait over a restart, and all are sent', async () => {
  scene = await createScene();
  // More than the five seconds a notice may hold up what follows it.
  scene.sandbox.faults.rateLimitNext({ route: OPEN_DM, retryAfterSeconds: 6 });
  const authors = ['a', 'b', 'c'].map((name) => scene.join(`author-${name}`));
  const messages: string[] = [];
  for (const author of authors) {
    const { message, outcome } = await scene.sayAndWait(author, 'this is [delete]');
    expect(outcome.kind).toBe('acted');
    messages.push(message.id);
  }
  for (const author of authors) expect(scene.noticesTo(author.id)).toEqual([]);
  for (const id of messages) expect(alertAbout(id)).toContain('author not told yet');

  await scene.stopBot();
  await scene.startBot();
  await vi.waitFor(() => {
    for (const author of authors) expect(scene.noticesTo(author.id)).toHaveLength(1);
  }, WAIT);
  await vi.waitFor(() => {
    for (const id of messages) expect(alertAbout(id)).toContain('DM sent');
  }, WAIT);
  for (const author of authors) expect(scene.noticesTo(author.id)).toHaveLength(1);
}, 30_000);

it('an author gets one notice an hour; the case of the others says so', async () => {
  scene = await createScene();
  const author = scene.join('repeater');
  const cases: number[] = [];
  for (const text of ['one [delete]', 'two [delete]', 'three [delete]']) {
    const { message } = await scene.sayAndWait(author, text);
    cases.push((await scene.caseAbout(message.id)).number);
  }
  expect(scene.noticesTo(author.id)).toHaveLength(1);
  const { cases: stored } = scene.bot();
  const steps = async (number = 0) =>
    (await stored.get(scene.sandbox.guildId, number))?.steps.find(
      ({ effect }) => effect.kind === 'notice',
    )?.outcome;
  expect(await steps(cases[0])).toMatchObject({ status: 'done' });
  expect(await steps(cases[1])).toMatchObject({
    status: 'deferred',
    detail: { key: 'effects:deferred.merged', values: { number: cases[2] } },
  });
  expect(await steps(cases[2])).toMatchObject({
    status: 'deferred',
    detail: { key: 'effects:deferred.waiting' },
  });
});
