import { expect, it } from 'vitest';
import { GUILD, idAt, snapshot } from '../../../helpers/snapshots.ts';
import { turn } from '../../../helpers/turn.ts';
import { createWorld } from '../composition/pipeline/world.ts';

/** Submits messages that are bad only together: the first word of a sample is the verdict. */
async function say(
  texts: readonly string[],
  { gapMs = 1000, authors = ['alice'] }: { gapMs?: number; authors?: readonly string[] } = {},
) {
  const world = createWorld();
  const pipeline = world.boot();
  for (const [index, text] of texts.entries()) {
    const id = authors[index % authors.length] ?? '';
    pipeline.submit(snapshot({ text, messageId: idAt(gapMs * (index + 1)), author: { id } }));
    await turn();
  }
  return world;
}

it('opens one case about a text that is bad only as a whole, and deletes every part', async () => {
  const world = await say(['b', 'an']);
  const [record] = world.stores.allCases();
  expect(record).toMatchObject({
    messageId: idAt(2000),
    earlierMessageIds: [idAt(1000)],
    rule: { id: 'ban' },
  });
  expect(world.discord.performed.map(({ kind }) => kind)).toContain('delete');
  expect(await world.stores.cases.evidence(GUILD, 1)).toBe('b\nan');
});

it('reads words that are split into letters, and leaves harmless messages before them alone', async () => {
  const world = await say(['hi', 'b', 'a', 'n']);
  expect(world.stores.allCases()[0]?.earlierMessageIds).toEqual([idAt(2000), idAt(3000)]);
});

it.each([
  ['of different authors', { authors: ['alice', 'bob'] }],
  ['more than a minute apart', { gapMs: 61_000 }],
])('does not join messages %s', async (_, options) => {
  const world = await say(['b', 'an'], options);
  expect(world.stores.allCases()).toEqual([]);
});

it('does not join long messages', async () => {
  const world = await say(['b', `an ${'x'.repeat(30)}`]);
  expect(world.stores.allCases()).toEqual([]);
});

it('does not blame a message for the bad one before it', async () => {
  const world = await say(['ban me', 'hello']);
  expect(world.stores.allCases()).toHaveLength(1);
  expect(world.outcomes()).toEqual(['acted', 'passed']);
});

it('counts a part only once', async () => {
  const world = await say(['b', 'an', 'ok']);
  expect(world.stores.allCases()).toHaveLength(1);
});

it('hides joined texts from the add-ons of the service, which have already seen each message', async () => {
  const world = createWorld();
  const seen: (readonly [sample: string, messageId: string | undefined])[] = [];
  const pipeline = world.boot({
    moderator: {
      moderate: (sample, metadata) => {
        seen.push([sample, metadata?.['messageId']]);
        return world.moderator.moderate(sample, metadata);
      },
    },
  });
  pipeline.submit(snapshot({ text: 'rye', messageId: idAt(1000) }));
  await turn();
  pipeline.submit(snapshot({ text: 'bread', messageId: idAt(2000) }));
  await turn();
  expect(seen.slice(0, 2)).toEqual([
    ['rye', idAt(1000)],
    ['bread', idAt(2000)],
  ]);
  expect(seen.slice(2)).toEqual([[expect.stringContaining('rye'), undefined]]);
});

it('does not join a text that an edit has replaced', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  pipeline.submit(snapshot({ text: 'b', messageId: idAt(1000) }));
  await turn();
  const edited = 'b, and a long harmless text that replaces it';
  pipeline.submit(snapshot({ text: edited, messageId: idAt(1000), editedAt: 1 }));
  await turn();
  pipeline.submit(snapshot({ text: 'an', messageId: idAt(2000) }));
  await turn();
  expect(world.stores.allCases()).toEqual([]);
});

it('still joins the newest messages after an old one was edited', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  const texts: [string, number][] = [
    ['hi', 1000],
    ['b', 100_000],
    ['ok', 1000],
    ['an', 101_000],
  ];
  for (const [index, [text, ms]] of texts.entries()) {
    pipeline.submit(snapshot({ text, messageId: idAt(ms), editedAt: index === 2 ? 1 : null }));
    await turn();
  }
  expect(world.stores.allCases()[0]?.earlierMessageIds).toEqual([idAt(100_000)]);
});
