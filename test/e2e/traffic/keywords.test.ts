import { expect, it, vi } from 'vitest';
import { press } from '../commands/alert-view.ts';
import { createTrafficScene } from './fixture.ts';

const WAIT = { timeout: 15_000, interval: 20 };

it('a keyword in a message with a case is shown on its alert, whichever comes first', async () => {
  const on = await createTrafficScene();
  const { guildId } = on.sandbox;
  const caseOf = (messageId: string) => on.bot().cases.ofMessage(guildId, messageId);

  const together = on.write(on.newMember(), 'this is [flag] with apple');
  await on.reportKeyword('apple', together);
  await vi.waitFor(async () => {
    expect(await caseOf(together.id)).toMatchObject({
      keywords: ['apple'],
      closedAt: expect.any(Number),
    });
  }, WAIT);
  expect(on.posts()).toHaveLength(1);

  const caseFirst = on.write(on.newMember(), 'this is [flag] with pear');
  await vi.waitFor(() => expect(on.posts()).toHaveLength(2), WAIT);
  await on.reportKeyword('pear', caseFirst);
  await vi.waitFor(async () => {
    expect(await caseOf(caseFirst.id)).toMatchObject({ keywords: ['pear'] });
  }, WAIT);

  const release = on.service.hold();
  const keywordFirst = on.write(on.newMember(), 'this is [flag] with plum');
  await on.reportKeyword('plum', keywordFirst);
  await vi.waitFor(() => expect(on.posts()).toHaveLength(3), WAIT);
  expect(JSON.stringify(on.posts()[2]?.components)).toContain('hit:');
  release();
  await vi.waitFor(async () => {
    expect(await caseOf(keywordFirst.id)).toMatchObject({
      keywords: ['plum'],
      alert: { messageId: on.posts()[2]?.id },
      closedAt: expect.any(Number),
    });
  }, WAIT);
  expect(JSON.stringify(on.posts()[2]?.components)).toContain('case:3:');
  expect(on.posts()).toHaveLength(3);
}, 60_000);

it('two keywords in one message are one alert, whose buttons open one case', async () => {
  const on = await createTrafficScene();
  const said = on.write(on.newMember(), 'apple and pear');
  for (const keyword of ['apple', 'pear']) await on.reportKeyword(keyword, said);
  await vi.waitFor(() => {
    expect(on.posts()[0]?.embeds[0]?.description).toMatch(/^\*\*Keywords “apple”.*“pear”\*\*/);
  }, WAIT);
  expect(on.posts()).toHaveLength(1);
  const [post] = on.posts();
  if (post === undefined) throw new Error('no post');
  await press(on.person('moderator'), post, 'Handled');
  expect(await on.cases()).toMatchObject([{ keywords: ['apple', 'pear'] }]);
}, 30_000);

it('keywords in the messages of one flood share its alert', async () => {
  const on = await createTrafficScene();
  const flooder = on.newMember();
  const messages = Array.from({ length: 20 }, (_, index) =>
    on.write(flooder, `this is [flag] with apple ${index}`),
  );
  await Promise.all(messages.map((message) => on.reportKeyword('apple', message)));
  await vi.waitFor(async () => {
    const cases = await on.cases();
    expect(cases).toHaveLength(20);
    for (const { keywords, closedAt } of cases) {
      expect(keywords).toEqual(['apple']);
      expect(closedAt).not.toBeNull();
    }
  }, WAIT);
  expect(on.posts()).toHaveLength(1);
}, 30_000);
