import { describe, expect, it } from 'vitest';
import { createLogger } from '../../../../../src/shared/logger.ts';
import type { FakeAlerts } from '../../../../helpers/fakes/recording-discord.ts';
import { GUILD, idAt, snapshot } from '../../../../helpers/snapshots.ts';
import { pass, turn } from '../../../../helpers/turn.ts';
import { createWorld, type World } from '../../composition/pipeline/world.ts';

const OTHER = '2';

/** Moderator channels that accept one alert a second, as Discord does. */
function slowAlerts(world: World): { alerts: FakeAlerts; mostAtOnce: () => number } {
  let atOnce = 0;
  let most = 0;
  return {
    mostAtOnce: () => most,
    alerts: {
      ...world.discord.alerts,
      async post(alert) {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise<void>((resolve) => world.clock.after(1000, resolve));
        atOnce -= 1;
        return world.discord.alerts.post(alert);
      },
    },
  };
}

function alertedIds(world: World): string[] {
  return world.discord.performed
    .filter(({ kind }) => kind === 'alert')
    .map(({ messageId }) => messageId);
}

describe('waiting alerts', () => {
  it('do not hold up other servers, however many there are', async () => {
    const world = createWorld();
    const pipeline = world.boot({ alerts: slowAlerts(world).alerts });
    for (let n = 1; n <= 5000; n += 1) {
      pipeline.submit(snapshot({ messageId: idAt(n), text: `flag ${n}` }));
    }
    await pass(world.clock, 1000);
    pipeline.submit(
      snapshot({ messageId: idAt(9000), guildId: OTHER, channelId: '20', text: 'ban me' }),
    );
    await turn();
    const kinds = world.discord.performed.filter(({ messageId }) => messageId === idAt(9000));
    expect(kinds.map(({ kind }) => kind)).toEqual(['delete', 'notice', 'ban']);
    await pass(world.clock, 1000);
    expect(alertedIds(world)).toContain(idAt(9000));
    expect(pipeline.status()).toMatchObject({ waiting: 0, inFlight: 0, channelsBehind: 0 });
    expect(pipeline.status().alertsWaiting).toBeGreaterThan(2400);
  });

  it('are posted in order, one at a time, and observed afterwards', async () => {
    const world = createWorld();
    const { alerts, mostAtOnce } = slowAlerts(world);
    const pipeline = world.boot({ alerts });
    for (const n of [1, 2, 3]) {
      pipeline.submit(snapshot({ messageId: idAt(n), text: `flag ${n}` }));
    }
    await turn();
    expect(world.outcomes()).toEqual([]);
    await pass(world.clock, 3000);
    expect(alertedIds(world)).toEqual([1, 2, 3].map(idAt));
    expect(mostAtOnce()).toBe(1);
    expect(world.outcomes()).toEqual(Array(3).fill('acted'));
  });

  it('do not prevent an edit of their message from being judged', async () => {
    const world = createWorld();
    const pipeline = world.boot({
      alerts: { ...world.discord.alerts, post: () => new Promise(() => {}) },
    });
    pipeline.submit(snapshot({ text: 'flag this' }));
    await turn();
    pipeline.submit(snapshot({ text: 'ban me', editedAt: world.clock.now() }));
    await turn();
    expect(world.discord.performed.map(({ kind }) => kind)).toEqual(['delete', 'notice', 'ban']);
  });

  it('are posted by the next process, although their messages are finished', async () => {
    const world = createWorld();
    const first = world.boot({
      alerts: { ...world.discord.alerts, post: () => new Promise(() => {}) },
    });
    for (const n of [1, 2]) first.submit(snapshot({ messageId: idAt(n), text: `flag ${n}` }));
    await pass(world.clock, 1000);
    expect(world.stores.checkpoint('100000000000000003')?.messageId).toBe(idAt(2));
    world.boot().start();
    await turn();
    expect(alertedIds(world)).toEqual([1, 2].map(idAt));
    expect(world.discord.searched.flat()).toEqual([1, 2]);
  });

  it('continue after one that throws', async () => {
    const world = createWorld();
    const pipeline = world.boot({
      alerts: {
        ...world.discord.alerts,
        async post(alert) {
          if (alert.cases[0].record.number === 1) throw new TypeError('a bug');
          return world.discord.alerts.post(alert);
        },
        async refresh(place, alert) {
          if (alert.cases[0].record.number === 1) throw new TypeError('a bug');
          return world.discord.alerts.refresh(place, alert);
        },
      },
    });
    for (const n of [1, 2]) pipeline.submit(snapshot({ messageId: idAt(n), text: `flag ${n}` }));
    await pass(world.clock, 5000);
    expect(alertedIds(world)).toEqual([idAt(2)]);
    expect(pipeline.status().alertsWaiting).toBe(1);
  });
});

it('posts no further alert after a stop', async () => {
  const world = createWorld();
  const pipeline = world.boot({ alerts: slowAlerts(world).alerts });
  for (const n of [1, 2, 3]) {
    pipeline.submit(snapshot({ messageId: idAt(n), text: `flag ${n}`, author: { id: `1${n}` } }));
  }
  await turn();
  await Promise.all([pipeline.stop({ deadlineMs: 500 }), pass(world.clock, 10_000)]);
  expect(alertedIds(world)).toEqual([idAt(1)]);
  expect(world.stores.allCases().map(({ closedAt }) => closedAt === null)).toEqual([
    false,
    true,
    true,
  ]);
});

it('resumes a bounded number of a server’s cases at once', async () => {
  const world = createWorld();
  const first = world.boot();
  world.discord.away = true;
  for (let n = 1; n <= 200; n += 1) {
    first.submit(snapshot({ messageId: idAt(n), text: `delete ${n}` }));
  }
  await turn();
  await first.stop({ deadlineMs: 0 });
  world.discord.away = false;
  let atOnce = 0;
  let most = 0;
  const { enforce } = world.discord.executors;
  world
    .boot({
      executors: {
        ...world.discord.executors,
        enforce: {
          async execute(action, context) {
            atOnce += 1;
            most = Math.max(most, atOnce);
            await new Promise<void>((resolve) => world.clock.after(10, resolve));
            atOnce -= 1;
            return enforce.execute(action, context);
          },
        },
      },
    })
    .start();
  for (let n = 0; n < 40; n += 1) await pass(world.clock, 10);
  expect(most).toBe(128);
  expect(world.stores.allCases().every(({ closedAt }) => closedAt !== null)).toBe(true);
});

describe('the log', () => {
  async function linesOf(world: World, alerts?: FakeAlerts): Promise<Record<string, unknown>[]> {
    const lines: string[] = [];
    const logger = createLogger('debug', { write: (line) => void lines.push(line) });
    const pipeline = world.boot({ logger, ...(alerts === undefined ? {} : { alerts }) });
    pipeline.submit(snapshot({ text: 'delete this secret' }));
    pipeline.submit(snapshot({ messageId: idAt(2), author: { kind: 'bot' } }));
    await turn();
    expect(lines.join()).not.toContain('secret');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  it('has a line for a closed case and for a skipped message', async () => {
    expect(await linesOf(createWorld())).toEqual([
      expect.objectContaining({ level: 20, messageId: idAt(2), reason: 'bot' }),
      expect.objectContaining({
        level: 30,
        guildId: GUILD,
        case: 1,
        rule: { of: 'preset', preset: 'normal', id: 'delete' },
        mode: 'enforce',
        steps: ['delete: done', 'notice: done', 'alert: done'],
        latencyMs: 0,
      }),
    ]);
  });

  it('warns about a refused alert and says how to fix it', async () => {
    const world = createWorld();
    const refusal = {
      code: 50_001,
      reason: { key: 'Missing access.' },
      fix: { key: 'Grant access.' },
    };
    const lines = await linesOf(world, {
      ...world.discord.alerts,
      post: async () => ({ outcome: { status: 'refused', at: 1, ...refusal }, alert: null }),
    });
    expect(lines.at(-2)?.['steps']).toContain('alert: refused 50001');
    expect(lines.at(-1)).toMatchObject({
      level: 40,
      guildId: GUILD,
      case: 1,
      code: 50_001,
      reason: 'Missing access.',
      fix: 'Grant access.',
    });
  });
});
