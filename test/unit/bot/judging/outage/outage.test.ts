import { expect, it } from 'vitest';
import { AWAY } from '../../../../helpers/fakes/scripted-moderator.ts';
import { DAY_MS } from '../../../../../src/shared/clock.ts';
import { seeded } from '../../../../helpers/seeded.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld } from '../../composition/pipeline/world.ts';

it('probes one sample at a time with growing waits, then judges everything', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  for (let n = 1; n <= 200; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n), text: `number ${n}` }));
  }
  await turn();
  // The number of messages in flight when the outage began.
  expect(world.moderator.samples).toHaveLength(48);
  await pass(world.clock, 60_000);
  expect(world.moderator.samples.length).toBeLessThan(72);
  expect(pipeline.status().outage).toEqual({
    since: world.clock.now() - 60_000,
    reason: { key: 'availability:service.unreachable' },
    error: 'It is away.',
  });
  world.moderator.answer = null;
  await pass(world.clock, 30_000);
  expect(pipeline.status()).toMatchObject({ outage: null, waiting: 0, inFlight: 0 });
  expect(world.outcomes()).toEqual(Array(200).fill('passed'));
});

it('does not probe before the time in Retry-After', async () => {
  const world = createWorld();
  world.moderator.answer = { ...AWAY, retryAfterMs: 20_000 };
  world.boot().submit(snapshot());
  await pass(world.clock, 19_000);
  expect(world.moderator.samples).toHaveLength(1);
  await pass(world.clock, 1000);
  expect(world.moderator.samples).toHaveLength(2);
});

it('asks at least once a minute, however long the service asks it to wait', async () => {
  const world = createWorld();
  world.moderator.answer = { ...AWAY, retryAfterMs: DAY_MS };
  world.boot().submit(snapshot());
  await pass(world.clock, 60_000);
  expect(world.moderator.samples.length).toBeGreaterThan(1);
  world.moderator.answer = null;
  await pass(world.clock, 60_000);
  expect(world.outcomes()).toEqual(['passed']);
});

it('gives no message up while the service often fails', async () => {
  const world = createWorld();
  const random = seeded(11);
  const pipeline = world.boot({
    moderator: {
      moderate: async (sample, metadata) =>
        random() < 0.6 ? AWAY : world.moderator.moderate(sample, metadata),
    },
  });
  // Few at a time, so that the same messages probe again and again.
  for (let n = 1; n <= 200; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(n) }));
    if (n % 4 === 0) await pass(world.clock, 20_000);
  }
  for (let n = 0; n < 20; n += 1) await pass(world.clock, 30_000);
  expect(world.outcomes()).toEqual(Array(200).fill('passed'));
});

it('notifies the moderators of waiting servers once, and counts the late messages', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  pipeline.submit(snapshot({ messageId: idAt(1) }));
  pipeline.submit(snapshot({ messageId: idAt(2), text: 'delete me' }));
  pipeline.submit(snapshot({ messageId: idAt(3), author: { kind: 'bot' } }));
  await pass(world.clock, 59_000);
  expect(world.discord.announced).toEqual([]);
  pipeline.submit(snapshot({ messageId: idAt(59_000), guildId: '2', channelId: '20' }));
  await pass(world.clock, 300_000);
  expect(world.discord.announced.map(({ guildId }) => guildId)).toEqual([GUILD, '2']);
  expect(world.discord.announced[0]?.text).toContain('none is lost');
  world.moderator.answer = null;
  await pass(world.clock, 40_000);
  pipeline.submit(snapshot({ messageId: idAt(400_000) }));
  await pass(world.clock, 10_000);
  expect(world.discord.announced.slice(2)).toEqual([
    { guildId: GUILD, text: 'The moderation service answers again. 2 messages were checked late.' },
    { guildId: '2', text: 'The moderation service answers again. 1 message was checked late.' },
  ]);
});

it('does not announce an outage of less than a minute', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  pipeline.submit(snapshot());
  await pass(world.clock, 30_000);
  world.moderator.answer = null;
  // Unfinished after the minute for another reason.
  world.discord.away = true;
  pipeline.submit(snapshot({ messageId: idAt(2000), text: 'delete me' }));
  await pass(world.clock, 120_000);
  expect(world.outcomes()).toEqual(['passed']);
  expect(world.discord.announced).toEqual([]);
});

it('loses no message beyond its capacity, because it fetches them afterwards', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  for (let n = 1; n <= 5500; n += 1) {
    const message = snapshot({ messageId: idAt(n), text: `number ${n}` });
    world.history.write(message);
    pipeline.submit(message);
  }
  await pass(world.clock, 61_000);
  expect(pipeline.status().channelsBehind).toBe(1);
  world.moderator.answer = null;
  await pass(world.clock, 60_000);
  expect(world.outcomes()).toHaveLength(5500);
  expect(world.discord.announced.at(-1)?.text).toContain('5,500 messages were checked late');
});

it('alerts about a message that crashes the service, and continues with the others', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'poison' }));
  for (let n = 0; n < 60; n += 1) {
    pipeline.submit(snapshot({ messageId: idAt(10 + n), text: 'fine' }));
    await pass(world.clock, 1000);
  }
  expect(world.outcomes().filter((outcome) => outcome === 'passed')).toHaveLength(60);
  expect(world.outcomes()).toContain('unchecked');
  expect(world.stores.allCases()[0]?.judgement).toMatchObject({
    kind: 'unchecked',
    reason: { key: 'alerts:uncheckedBecause.failsRepeatedly', values: { count: 3 } },
  });
});

it('does not blame a message for a long outage', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  pipeline.submit(snapshot({ messageId: idAt(1) }));
  pipeline.submit(snapshot({ messageId: idAt(2) }));
  await pass(world.clock, 3_600_000);
  world.moderator.answer = null;
  await pass(world.clock, 31_000);
  expect(world.outcomes()).toEqual(['passed', 'passed']);
});

it('stops at once during an outage and leaves everything to the checkpoints', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  for (let n = 1; n <= 100; n += 1) pipeline.submit(snapshot({ messageId: idAt(n) }));
  await pass(world.clock, 5000);
  await pipeline.stop({ deadlineMs: 60_000 });
  expect(world.events).toEqual([]);
  expect(world.lines.filter((line) => line.includes('failed'))).toEqual([]);
  expect(world.stores.allCases()).toEqual([]);
  expect(world.clock.pending()).toEqual([]);
});

it('announces the end only when the last late message is finished, and counts no later ones', async () => {
  const world = createWorld();
  const { cases } = world.stores;
  let broken = true;
  const pipeline = world.boot({
    cases: {
      ...cases,
      async open(...draft) {
        if (broken) throw new Error('disk full');
        return cases.open(...draft);
      },
    },
  });
  world.moderator.answer = AWAY;
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'delete me' }));
  await pass(world.clock, 61_000);
  world.moderator.answer = null;
  await pass(world.clock, 60_000);
  expect(pipeline.status().outage).toBeNull();
  pipeline.submit(snapshot({ messageId: idAt(121_000), text: 'fine' }));
  await pass(world.clock, 5000);
  expect(world.discord.announced).toHaveLength(1);
  broken = false;
  await pass(world.clock, 61_000);
  expect(world.discord.announced.slice(1)).toEqual([
    { guildId: GUILD, text: 'The moderation service answers again. 1 message was checked late.' },
  ]);
});

it('continues after an error with the probed sample', async () => {
  const world = createWorld();
  const pipeline = world.boot();
  world.moderator.answer = AWAY;
  pipeline.submit(snapshot({ messageId: idAt(1), text: 'break this' }));
  await turn();
  pipeline.submit(snapshot({ messageId: idAt(2), text: 'fine' }));
  world.moderator.answer = null;
  await pass(world.clock, 120_000);
  expect(world.outcomes()).toEqual(['passed']);
  expect(pipeline.status()).toMatchObject({ outage: null, inFlight: 1 });
  expect(
    world.moderator.samples.filter((sample) => sample === 'break this').length,
  ).toBeGreaterThan(3);
});

it('blames no message while the service is only overloaded', async () => {
  const world = createWorld();
  let atOnce = 0;
  const pipeline = world.boot({
    moderator: {
      async moderate(sample, metadata) {
        atOnce += 1;
        const isTooMuch = atOnce > 1;
        await turn();
        atOnce -= 1;
        return isTooMuch ? AWAY : world.moderator.moderate(sample, metadata);
      },
    },
  });
  for (let n = 1; n <= 20; n += 1) pipeline.submit(snapshot({ messageId: idAt(n) }));
  for (let n = 0; n < 60; n += 1) await pass(world.clock, 1000);
  expect(world.outcomes()).toEqual(Array(20).fill('passed'));
});

it('announces the end without a count when no message was checked late', async () => {
  const world = createWorld();
  await world.stores.checkpoints.watchedSince(GUILD, idAt(-1));
  const pipeline = world.boot();
  world.history.away = true;
  world.moderator.answer = AWAY;
  pipeline.watch(GUILD, [{ id: '5', lastMessageId: idAt(0) }]);
  pipeline.submit(snapshot({ messageId: idAt(1), guildId: '2', channelId: '20' }));
  await pass(world.clock, 61_000);
  // Missed messages of that server are no longer tracked.
  world.history.away = false;
  world.moderator.answer = null;
  await pass(world.clock, 100_000);
  expect(world.discord.announced.findLast(({ guildId }) => guildId === GUILD)?.text).toBe(
    'The moderation service answers again. No message had to be checked late.',
  );
});
