import { describe, expect, it, vi } from 'vitest';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import { CHANNEL, GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld } from './world.ts';

describe('a message', () => {
  it('that passes opens no case and moves the checkpoint', async () => {
    const world = createWorld();
    world.boot().submit(snapshot());
    await pass(world.clock, 1000);
    expect(world.outcomes()).toEqual(['passed']);
    expect(world.stores.allCases()).toEqual([]);
    expect(world.stores.checkpoint(CHANNEL)).toEqual({ messageId: idAt(1000), editedAt: 0 });
  });

  it('is sent with ids as its only metadata', async () => {
    const world = createWorld();
    const seen: unknown[] = [];
    const { moderator } = world;
    const pipeline = world.boot({
      moderator: {
        moderate: (sample, metadata) => {
          seen.push(metadata);
          return moderator.moderate(sample, metadata);
        },
      },
    });
    pipeline.submit(snapshot());
    await turn();
    expect(seen).toEqual([
      {
        guildId: GUILD,
        channelId: CHANNEL,
        messageId: idAt(1000),
        authorId: '100000000000000004',
      },
    ]);
  });

  it('with a text file that Discord does not hand over becomes an alert', async () => {
    const world = createWorld();
    const textFiles = { read: () => Promise.resolve({ kind: 'unreadable' as const }) };
    const files = [{ id: '1', url: 'https://cdn.discordapp.com/1', isCertain: true }];
    world.boot({ textFiles }).submit(snapshot({ files }));
    await turn();
    expect(world.outcomes()).toEqual(['unchecked']);
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['alert']);
  });

  it('that is no message is checked later if there is no room in a flood', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    const count = 4_000;
    for (let n = 1; n <= count; n += 1) {
      pipeline.submit(snapshot({ subject: 'name', messageId: `name:${n}`, text: `name ${n}` }));
    }
    await vi.waitFor(() => expect(world.outcomes()).toHaveLength(count));
    expect(world.outcomes().filter((outcome) => outcome === 'passed')).toHaveLength(count);
  });

  it('that is no message needs no checkpoint, and is reported once', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    const name = { subject: 'name', messageId: 'name:1', channelId: '', editedAt: 1 } as const;
    for (const text of ['ban me', 'harmless', 'ban me']) {
      pipeline.submit(snapshot({ ...name, text }));
      await pass(world.clock, 1000);
    }
    expect(world.outcomes()).toEqual(['acted', 'passed', 'known']);
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['alert']);
    expect(world.stores.checkpoint('')).toBeNull();
  });

  it('that leads to effects gets them in order and a closed case', async () => {
    const world = createWorld();
    world.boot().submit(snapshot({ text: 'ban me' }));
    await turn();
    expect(world.discord.performed.map(({ by, kind }) => `${by} ${kind}`)).toEqual([
      'enforce delete',
      'enforce notice',
      'enforce ban',
      'alerts alert',
    ]);
    expect(world.discord.performed.map(({ resumed }) => resumed)).toEqual(Array(4).fill(false));
    const [record] = world.stores.allCases();
    expect(record).toMatchObject({
      number: 1,
      rule: { id: 'ban' },
      mode: 'enforce',
      edited: false,
      alert: { channelId: '9', messageId: '91' },
      closedAt: world.clock.now(),
    });
    expect(record?.steps.map(({ outcome }) => outcome?.status)).toEqual(Array(4).fill('done'));
    expect(world.events).toEqual([
      {
        guildId: GUILD,
        messageId: idAt(1000),
        outcome: { kind: 'acted', caseNumber: 1 },
      },
    ]);
  });

  it('when only watching goes to the watching executor, and its alert to the moderators', async () => {
    const world = createWorld();
    await world.stores.policies.set(GUILD, { ...defaultPolicy, mode: 'watch' });
    world.boot().submit(snapshot({ text: 'delete me' }));
    await turn();
    expect(world.discord.performed.map(({ by }) => by)).toEqual(['watch', 'watch', 'alerts']);
    expect(world.stores.allCases()[0]?.mode).toBe('watch');
  });

  it('that is skipped is not sent to the service', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ messageId: idAt(1), author: { kind: 'bot' } }));
    pipeline.submit(snapshot({ messageId: idAt(2), text: '' }));
    await turn();
    expect(world.moderator.samples).toEqual([]);
    expect(world.events.map(({ outcome }) => outcome)).toEqual([
      { kind: 'skipped', reason: 'bot' },
      { kind: 'skipped', reason: 'nothing to read' },
    ]);
  });

  it('that the service cannot judge becomes an alert with the reason', async () => {
    const world = createWorld();
    world.boot().submit(snapshot({ text: 'reject this' }));
    await turn();
    expect(world.events[0]?.outcome).toEqual({ kind: 'unchecked', caseNumber: 1 });
    expect(world.stores.allCases()[0]?.judgement).toEqual({
      kind: 'unchecked',
      reason: { key: 'The service did not take it.' },
    });
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['alert']);
  });

  it('that arrives again with the same text gets no second case', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ text: 'flag this' }));
    await turn();
    pipeline.submit(snapshot({ text: 'flag this' }));
    await turn();
    expect(world.outcomes()).toEqual(['acted', 'known']);
    expect(world.discord.performed).toHaveLength(1);
  });

  it('edited to another text gets another case, marked as edited', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ text: 'flag this' }));
    await turn();
    pipeline.submit(snapshot({ text: 'flag that', editedAt: world.clock.now() }));
    await turn();
    expect(world.stores.allCases().map(({ number, edited }) => [number, edited])).toEqual([
      [1, false],
      [2, true],
    ]);
  });
});

describe('errors', () => {
  it('a failing store delays a message and loses nothing', async () => {
    const world = createWorld();
    const { cases } = world.stores;
    let broken = true;
    const pipeline = world.boot({
      cases: {
        ...cases,
        async open(draft, text, days) {
          if (broken) throw new Error('disk full');
          return cases.open(draft, text, days);
        },
      },
    });
    pipeline.submit(snapshot({ text: 'delete me' }));
    pipeline.submit(snapshot({ messageId: idAt(2000) }));
    await pass(world.clock, 200_000);
    expect(world.outcomes()).toEqual(['passed']);
    expect(BigInt(world.stores.checkpoint(CHANNEL)?.messageId ?? 0)).toBeLessThan(
      BigInt(idAt(1000)),
    );
    const errorLines = world.lines.filter((line) => line.includes('acting on a message failed'));
    expect(errorLines.length).toBeGreaterThan(1);
    expect(errorLines.length).toBeLessThan(6);
    expect(errorLines[0]).toContain(idAt(1000));
    expect(errorLines[0]).not.toContain('delete me');
    broken = false;
    await pass(world.clock, 61_000);
    expect(world.outcomes()).toEqual(['passed', 'acted']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(2000));
  });

  it('an outcome that could not be stored is stored later without repeating the effect', async () => {
    const world = createWorld();
    const { cases } = world.stores;
    let failures = 3;
    const pipeline = world.boot({
      cases: {
        ...cases,
        async update(known, change) {
          if (failures-- > 0) throw new Error('disk full');
          return cases.update(known, change);
        },
      },
    });
    pipeline.submit(snapshot({ text: 'delete me' }));
    await pass(world.clock, 30_000);
    expect(world.outcomes()).toEqual(['acted']);
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['delete', 'notice', 'alert']);
  });

  it('a moderator that throws delays only its own message', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    pipeline.submit(snapshot({ messageId: idAt(1000), text: 'break this' }));
    pipeline.submit(snapshot({ messageId: idAt(2000) }));
    await pass(world.clock, 10_000);
    expect(world.outcomes()).toEqual(['passed']);
    expect(pipeline.status()).toMatchObject({ inFlight: 1, outage: null });
    expect(
      world.moderator.samples.filter((sample) => sample === 'break this').length,
    ).toBeGreaterThan(2);
  });

  it('an executor that throws is called again with `resumed`', async () => {
    const world = createWorld();
    let failures = 1;
    const pipeline = world.boot({
      executors: {
        ...world.discord.executors,
        enforce: {
          async execute(action, context) {
            if (failures-- > 0) throw new TypeError('a bug');
            return world.discord.executors.enforce.execute(action, context);
          },
        },
      },
    });
    pipeline.submit(snapshot({ text: 'delete me' }));
    await pass(world.clock, 2000);
    expect(world.stores.allCases()).toHaveLength(1);
    expect(world.discord.performed.map(({ kind, resumed }) => [kind, resumed])).toEqual([
      ['delete', true],
      ['notice', false],
      ['alert', false],
    ]);
  });

  it('effects wait while Discord is unavailable, and other messages are judged meanwhile', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    world.discord.away = true;
    for (let n = 1; n <= 100; n += 1) {
      pipeline.submit(snapshot({ messageId: idAt(n), text: `delete ${n}` }));
    }
    pipeline.submit(snapshot({ messageId: idAt(2000) }));
    await turn();
    expect(world.outcomes()).toEqual(['passed']);
    expect(pipeline.status()).toMatchObject({ waiting: 0, inFlight: 0, casesOpen: 100 });
    world.discord.away = false;
    await pass(world.clock, 2000);
    expect(world.outcomes().filter((outcome) => outcome === 'acted')).toHaveLength(100);
    expect(world.stores.allCases()).toHaveLength(100);
    // A lost answer may hide that the effect was done.
    expect(world.discord.performed[0]?.resumed).toBe(true);
  });

  it('an observer that throws affects nothing else', async () => {
    const world = createWorld();
    const pipeline = world.boot({
      observe: () => {
        throw new Error('a bug');
      },
    });
    pipeline.submit(snapshot());
    await pass(world.clock, 1000);
    expect(pipeline.status().inFlight).toBe(0);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(1000));
    expect(world.lines.join()).toContain('a bug');
  });
});

describe('overflow', () => {
  it('loses nothing: messages without room are fetched later', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    world.moderator.holding = true;
    const count = 6000;
    for (let n = 1; n <= count; n += 1) {
      const message = snapshot({ messageId: idAt(n), text: `number ${n}` });
      world.history.write(message);
      pipeline.submit(message);
    }
    await pass(world.clock, 1000);
    expect(pipeline.status()).toMatchObject({ waiting: 2452, inFlight: 48, channelsBehind: 1 });
    expect(world.history.reads).toEqual([]);
    world.moderator.release();
    await pass(world.clock, 5000);
    expect(pipeline.status()).toMatchObject({ waiting: 0, inFlight: 0, channelsBehind: 0 });
    expect(new Set(world.moderator.samples).size).toBe(count);
    expect(world.moderator.samples).toHaveLength(count);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(count));
  });

  it('reads an edited message without room in its current state', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    const old = snapshot({ messageId: idAt(1), text: 'before' });
    pipeline.submit(old);
    await turn();
    world.moderator.holding = true;
    for (let n = 2; n <= 2501; n += 1) {
      pipeline.submit(snapshot({ messageId: idAt(n), channelId: '5', text: 'x' }));
    }
    const editedAt = world.clock.now() + 7;
    pipeline.submit({ ...snapshot({ messageId: idAt(1), text: 'after' }), editedAt });
    world.history.write({ ...snapshot({ messageId: idAt(1), text: 'at last' }), editedAt });
    await pass(world.clock, 1000);
    expect(world.stores.checkpoint(CHANNEL)?.editedAt).toBe(0);
    world.moderator.release();
    await pass(world.clock, 3000);
    expect(world.moderator.samples).toContain('at last');
    expect(world.history.reads).toEqual([`message ${CHANNEL}`]);
    expect(world.stores.checkpoint(CHANNEL)).toEqual({ messageId: idAt(1), editedAt });
  });
});

describe('stop', () => {
  it('finishes messages in flight and leaves the others to the checkpoint', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    world.moderator.holding = true;
    for (let n = 1; n <= 100; n += 1) {
      pipeline.submit(snapshot({ messageId: idAt(n), text: n === 48 ? 'delete me' : 'fine' }));
    }
    await turn();
    const stopped = pipeline.stop({ deadlineMs: 5000 });
    pipeline.submit(snapshot({ messageId: idAt(500) }));
    world.moderator.release();
    await stopped;
    expect(world.moderator.samples).toHaveLength(48);
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['delete', 'notice', 'alert']);
    expect(world.stores.checkpoint(CHANNEL)?.messageId).toBe(idAt(48));
    expect(world.clock.pending()).toEqual([]);
  });

  it('ends at its deadline when the service does not answer', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    world.moderator.holding = true;
    pipeline.submit(snapshot());
    await turn();
    let ended = false;
    const stopped = pipeline.stop({ deadlineMs: 5000 }).then(() => (ended = true));
    await pass(world.clock, 4000);
    expect(ended).toBe(false);
    await pass(world.clock, 1000);
    await stopped;
    expect(world.stores.checkpoint(CHANNEL)).toBeNull();
  });

  it('ends waits for Discord at once, and the next start resumes the case', async () => {
    const world = createWorld();
    const first = world.boot();
    world.discord.away = true;
    first.submit(snapshot({ text: 'delete me' }));
    await turn();
    await first.stop({ deadlineMs: 5000 });
    expect(world.stores.allCases()[0]?.closedAt).toBeNull();
    world.discord.away = false;
    world.boot().start();
    await turn();
    expect(world.discord.performed.map(({ kind, resumed, text }) => [kind, resumed, text])).toEqual(
      [
        ['delete', true, 'delete me'],
        ['notice', false, 'delete me'],
        ['alert', false, 'delete me'],
      ],
    );
    expect(world.stores.allCases()[0]?.closedAt).not.toBeNull();
  });
});

describe('status', () => {
  it('shows how long the oldest message has waited', async () => {
    const world = createWorld();
    const pipeline = world.boot();
    world.moderator.holding = true;
    for (let n = 1; n <= 54; n += 1) pipeline.submit(snapshot({ messageId: idAt(n) }));
    world.clock.advance(3000);
    expect(pipeline.status()).toEqual({
      waiting: 6,
      inFlight: 48,
      casesOpen: 0,
      alertsWaiting: 0,
      oldestWaitingMs: 3000,
      outage: null,
      channelsBehind: 0,
    });
  });
});
