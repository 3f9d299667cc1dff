import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createTrafficScene, type TrafficScene } from './fixture.ts';

const WAIT = { timeout: 30_000, interval: 20 };

/** Every case has the outcome of its alert. */
async function allReported(on: TrafficScene, count: number): Promise<void> {
  await vi.waitFor(async () => {
    const cases = await on.cases();
    expect(cases).toHaveLength(count);
    expect(cases.filter(({ closedAt }) => closedAt === null)).toEqual([]);
  }, WAIT);
}

/** The numbers of the cases on each post. */
async function casesOnPosts(on: TrafficScene): Promise<number[][]> {
  const cases = await on.cases();
  return on
    .posts()
    .map(({ id }) =>
      cases.flatMap(({ number, alert }) => (alert?.messageId === id ? [number] : [])),
    );
}

it('180 flagged messages of one member are at most two posts, and the next urgent alert comes within 3 s', async () => {
  const on = await createTrafficScene();
  await on.setRules({ flag: [{ kind: 'delete' }, { kind: 'alert' }] });
  const flooder = on.newMember();
  const other = on.newMember();
  for (let count = 1; count <= 180; count += 1) {
    on.write(flooder, `message ${count} is [flag]`);
    if (count % 6 === 0) await wait(50);
  }
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  await wait(1000);
  const urgent = on.write(other, 'this is [delete]', on.sandbox.channels.random);
  await vi.waitFor(async () => {
    const record = await on.bot().cases.ofMessage(on.sandbox.guildId, urgent.id);
    expect(on.posts().map(({ id }) => id)).toContain(record?.alert?.messageId);
  }, WAIT);
  const { steps = [] } = (await on.bot().cases.ofMessage(on.sandbox.guildId, urgent.id)) ?? {};
  const [deleted, alerted] = [steps.at(0), steps.at(-1)].map((step) => step?.outcome?.at ?? 0);
  expect((alerted ?? 0) - (deleted ?? 0)).toBeLessThan(3000);
  await allReported(on, 181);
  const [flood, ...others] = await casesOnPosts(on);
  expect(flood).toHaveLength(180);
  expect(others).toEqual([[181]]);
}, 60_000);

it('a restart in the middle of a flood neither loses a case nor shows one twice', async () => {
  const on = await createTrafficScene();
  const authors = Array.from({ length: 4 }, () => on.newMember());
  const writeAll = (times: number): void => {
    for (let count = 0; count < times; count += 1) {
      for (const author of authors) on.write(author, `this is [flag] ${count}`);
    }
  };
  writeAll(5);
  await vi.waitFor(() => expect(on.posts().length).toBeGreaterThan(1), WAIT);
  writeAll(5);
  await on.stopBot();
  writeAll(5);
  await on.startBot();
  writeAll(5);
  await allReported(on, 80);
  const shown = await casesOnPosts(on);
  expect(shown).toHaveLength(4);
  expect(shown.flat()).toHaveLength(80);
}, 60_000);

it('many authors at once are eight posts and a digest that counts the rest, across a restart', async () => {
  const on = await createTrafficScene();
  for (let author = 1; author <= 15; author += 1) on.write(on.newMember(), 'this is [delete]');
  await allReported(on, 15);
  await on.stopBot();
  for (let author = 1; author <= 5; author += 1) on.write(on.newMember(), 'this is [flag]');
  await on.startBot();
  await allReported(on, 20);
  const counted = (await on.cases()).filter(({ alert }) => alert === null);
  expect(counted).toHaveLength(12);
  for (const { steps } of counted) {
    expect(steps.at(-1)?.outcome).toMatchObject({
      status: 'deferred',
      detail: { key: 'effects:deferred.counted' },
    });
  }
  await vi.waitFor(() => {
    const digests = on
      .posts()
      .flatMap(({ embeds }) => embeds.filter(({ title }) => title === 'Many alerts at once'));
    expect(digests.map(({ description }) => description)).toEqual([
      expect.stringContaining('**12** cases'),
    ]);
    const shown = JSON.stringify(digests[0]);
    expect(shown).toContain('message deleted: 7');
    expect(shown).toContain('only an alert: 5');
    expect(shown).toMatch(/<?\/case list/);
  }, WAIT);
  expect(on.posts()).toHaveLength(9);
}, 60_000);
