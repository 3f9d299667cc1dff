import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../../src/shared/logger.ts';
import { createThrottledErrorLog } from '../../../../../src/shared/throttled-error-log.ts';
import { openActionOf, withOutcome, type Case } from '../../../../../src/bot/domain/case.ts';
import type { Effect } from '../../../../../src/bot/domain/effects.ts';
import { defaultPolicy } from '../../../../../src/bot/domain/policy/policy.ts';
import type { EffectContext } from '../../../../../src/bot/domain/ports.ts';
import { createBackground } from '../../../../../src/shared/tasks/background.ts';
import { createDispatcher } from '../../../../../src/bot/acting/cases/dispatcher.ts';
import type { DispatcherLimits } from '../../../../../src/bot/acting/cases/case-lanes.ts';
import { StoppedError } from '../../../../../src/shared/tasks/stopped-error.ts';
import { createRetry } from '../../../../../src/shared/tasks/retry.ts';
import { caseDraft } from '../../../../helpers/cases.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { createMemoryStores, type MemoryStores } from '../../../../helpers/fakes/memory-stores.ts';
import { turn } from '../../../../helpers/turn.ts';

const GUILD = '1';

/** A dispatcher whose actions end when the test says so. */
function createBench({
  limits: changed = {},
  stores = createMemoryStores(),
}: { limits?: Partial<DispatcherLimits>; stores?: MemoryStores } = {}) {
  const running = { deletions: 2, others: 2 };
  const limits = { running, runningPerGuild: 100, waiting: 3, ...changed };
  const clock = createFakeClock();
  const logError = createThrottledErrorLog({ clock, logger: silentLogger });
  const stopping = new AbortController();
  const { signal } = stopping;
  const background = createBackground(logError);
  /** The running actions by "server#case action", with a function that ends each. */
  const ends = new Map<string, () => void>();
  const begun: string[] = [];
  const resumed: string[] = [];
  const alerts: string[] = [];
  let loads = 0;
  const { cases } = stores;

  const dispatcher = createDispatcher({
    caseRunner: {
      async load(guildId, number) {
        loads += 1;
        const record = await cases.get(guildId, number);
        return record && { record, policy: defaultPolicy, text: null };
      },
      async runNext({ record, resumed: isResumed }: EffectContext) {
        const open = openActionOf(record);
        if (open === null) return record;
        const name = `${record.guildId}#${record.number} ${open.action.kind}`;
        begun.push(name);
        if (isResumed) resumed.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        ends.delete(name);
        const outcome = { status: 'done' as const, at: 0 };
        return cases.update(record, (latest) =>
          withOutcome(latest, { index: open.index, outcome, alert: null, at: 0 }),
        );
      },
    },
    onActed: ({ guildId, number }) => void alerts.push(`${guildId}#${number}`),
    cases,
    background,
    retry: createRetry({ clock, random: () => 0.5, signal, logError }),
    signal,
    limits,
  });

  async function store(
    kinds: readonly Effect['kind'][],
    place: { guildId?: string; channelId?: string } = {},
  ): Promise<Case> {
    const steps = kinds.map((kind): Case['steps'][number] => {
      const effect: Effect =
        kind === 'addRole' || kind === 'removeRole' ? { kind, roleId: '1' } : { kind };
      return { effect, outcome: null };
    });
    return cases.open(caseDraft({ guildId: GUILD, steps, closedAt: null, ...place }), '', 1);
  }
  /** Opens a case and hands it over. */
  async function open(...[kinds, place]: Parameters<typeof store>): Promise<Case> {
    const record = await store(kinds, place);
    dispatcher.begin({ record, policy: defaultPolicy, text: '' });
    return record;
  }
  async function end(name: string): Promise<void> {
    const resolve = ends.get(name);
    if (resolve === undefined) throw new Error(`${name} does not run`);
    resolve();
    await turn();
  }
  return {
    dispatcher,
    stores,
    store,
    open,
    end,
    begun,
    resumed,
    alerts,
    stop: () => stopping.abort(new StoppedError()),
    loads: () => loads,
  };
}

it('begins a new case at once, without reading it again, and leaves the alert to its queue', async () => {
  const { open, end, begun, alerts, loads, dispatcher } = createBench();
  await open(['delete', 'timeout', 'alert']);
  expect(begun).toEqual(['1#1 delete']);
  await end('1#1 delete');
  expect(alerts).toEqual([]);
  await end('1#1 timeout');
  expect(alerts).toEqual(['1#1']);
  expect(loads()).toBe(0);
  expect(dispatcher.size()).toBe(0);
});

it('leaves a case that only alerts to the alert queue', async () => {
  const { open, begun, alerts } = createBench();
  await open(['alert']);
  expect(begun).toEqual([]);
  expect(alerts).toEqual(['1#1']);
});

it('runs a bounded number of a server’s cases at once, and reads the others when their turn comes', async () => {
  const { open, end, begun, loads } = createBench();
  for (let n = 0; n < 4; n += 1) await open(['delete']);
  expect(begun).toEqual(['1#1 delete', '1#2 delete']);
  await end('1#2 delete');
  expect(begun.at(-1)).toBe('1#3 delete');
  expect(loads()).toBe(1);
});

it('lets no server wait for another', async () => {
  const { open, begun } = createBench();
  for (let n = 0; n < 20; n += 1) await open(['delete']);
  await open(['ban'], { guildId: '2' });
  expect(begun.at(-1)).toBe('2#1 ban');
});

it('lets deletions not wait for slower actions of other cases', async () => {
  const { open, end, begun } = createBench();
  for (let n = 0; n < 6; n += 1) await open(['delete', 'timeout']);
  for (let n = 1; n <= 6; n += 1) await end(`1#${n} delete`);
  expect(begun.filter((name) => name.endsWith('delete'))).toHaveLength(6);
  expect(begun.filter((name) => name.endsWith('timeout'))).toEqual(['1#1 timeout', '1#2 timeout']);
});

it('lets deletions in one channel not wait for those in another', async () => {
  const { open, begun } = createBench();
  for (let n = 0; n < 6; n += 1) await open(['delete'], { channelId: '5' });
  await open(['delete'], { channelId: '6' });
  expect(begun).toEqual(['1#1 delete', '1#2 delete', '1#7 delete']);
});

it('runs few cases of a server in all, but at least one in each lane', async () => {
  const { open, end, begun } = createBench({ limits: { runningPerGuild: 2 } });
  for (const channelId of ['5', '6', '5', '6', '7']) await open(['delete'], { channelId });
  expect(begun).toEqual(['1#1 delete', '1#2 delete', '1#5 delete']);
  for (const number of [1, 2, 5, 3, 4]) await end(`1#${number} delete`);
  expect(begun.slice(3)).toEqual(['1#3 delete', '1#4 delete']);
});

it('takes the most severe first, and every fourth from the others', async () => {
  const { open, end, begun } = createBench({
    limits: { running: { deletions: 1, others: 1 }, waiting: 100 },
  });
  await open(['delete']);
  for (const kinds of [['delete'], ['delete', 'timeout']] as const) await open(kinds);
  for (let n = 0; n < 6; n += 1) await open(['delete', 'ban']);
  for (let n = 0; n < 8; n += 1) {
    const name = begun.findLast((each) => each.endsWith('delete')) ?? '';
    await end(name);
  }
  expect(begun.filter((name) => name.endsWith('delete'))).toEqual(
    [1, 4, 5, 6, 3, 2, 7, 8, 9].map((number) => `1#${number} delete`),
  );
});

describe('with more cases than fit into memory', () => {
  it('reads on from the store, the most severe first, until all have run once', async () => {
    const { open, end, begun, dispatcher, stores, alerts } = createBench();
    for (let n = 1; n <= 29; n += 1) await open(['delete', 'alert']);
    await open(['delete', 'ban', 'alert']);
    expect(dispatcher.size()).toBe(5);
    for (let n = 0; n < 29; n += 1) {
      const next = begun.filter((name) => name.endsWith('delete')).at(n);
      await end(next ?? '');
      expect(dispatcher.size()).toBeLessThanOrEqual(6);
    }
    const deleted = begun.filter((name) => name.endsWith('delete'));
    expect(new Set(deleted).size).toBe(30);
    expect(deleted).toHaveLength(30);
    expect(deleted.indexOf('1#30 delete')).toBeLessThan(10);
    await end(deleted.at(-1) ?? '');
    await end('1#30 ban');
    expect(alerts).toHaveLength(30);
    expect(stores.calls('waitingFor')).toBeGreaterThan(4);
    expect(dispatcher.size()).toBe(0);
  });

  it('does not mistake its own cases for those of an earlier process', async () => {
    const { open, end, begun, resumed } = createBench();
    for (let n = 1; n <= 12; n += 1) await open(['delete']);
    for (let n = 0; n < 12; n += 1) await end(begun.at(n) ?? '');
    expect(resumed).toEqual([]);
  });
});

describe('cases of an earlier process', () => {
  it('are resumed: only their first open step can have been done', async () => {
    const { dispatcher, store, end, resumed, alerts } = createBench();
    dispatcher.resume(await store(['delete', 'timeout', 'alert']));
    await turn();
    expect(resumed).toEqual(['1#1 delete']);
    await end('1#1 delete');
    await end('1#1 timeout');
    expect(resumed).toEqual(['1#1 delete']);
    expect(alerts).toEqual(['1#1']);
  });

  it('are told apart by their numbers when they are read on from the store', async () => {
    const stores = createMemoryStores();
    const earlier = createBench({ stores });
    for (let n = 1; n <= 8; n += 1) await earlier.store(['delete']);
    const { dispatcher, open, end, begun, resumed } = createBench({ stores });
    await open(['delete']);
    for (let n = 1; n <= 8; n += 1) {
      const record = await stores.cases.get(GUILD, n);
      if (record !== null) dispatcher.resume(record);
    }
    await turn();
    for (let n = 0; n < 9; n += 1) await end(begun.at(n) ?? '');
    expect(resumed.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `1#${n} delete`));
  });
});

it('goes on after a read that brought nothing, if cases came meanwhile', async () => {
  const stores = createMemoryStores();
  let answer = (): void => undefined;
  let reads = 0;
  const cases: MemoryStores['cases'] = {
    ...stores.cases,
    async waitingFor(...query) {
      reads += 1;
      if (reads > 1) return stores.cases.waitingFor(...query);
      await new Promise<void>((resolve) => (answer = resolve));
      // The case it was for was erased.
      return [];
    },
  };
  const running = { deletions: 1, others: 1 };
  const { open, end, begun } = createBench({
    stores: { ...stores, cases },
    limits: { running, waiting: 1 },
  });
  for (let count = 0; count < 3; count += 1) await open(['delete']);
  await end('1#1 delete');
  await end('1#2 delete');
  expect(reads).toBe(1);
  for (let count = 0; count < 3; count += 1) await open(['delete']);
  await end('1#4 delete');
  await end('1#5 delete');
  expect(begun).toHaveLength(4);

  answer();
  await turn();
  expect(begun).toHaveLength(5);
});

it('runs a case once, however often it is handed over', async () => {
  const { dispatcher, open, end, begun } = createBench();
  const record = await open(['delete']);
  dispatcher.resume(record);
  await turn();
  await end('1#1 delete');
  expect(begun).toEqual(['1#1 delete']);
});

it('skips a case that was erased while it waited', async () => {
  const stores = createMemoryStores();
  const { get } = stores.cases;
  const { open, end, begun, dispatcher } = createBench({
    stores: {
      ...stores,
      cases: {
        ...stores.cases,
        get: async (guildId, number) => (number === 3 ? null : get(guildId, number)),
      },
    },
  });
  for (let n = 0; n < 4; n += 1) await open(['delete']);
  await end('1#1 delete');
  expect(begun.at(-1)).toBe('1#4 delete');
  expect(dispatcher.size()).toBe(2);
});

it('after a stop, starts the next action of a running case but no waiting case', async () => {
  const { open, end, begun, stop } = createBench();
  for (let n = 0; n < 3; n += 1) await open(['delete', 'ban']);
  stop();
  await end('1#1 delete');
  expect(begun).toEqual(['1#1 delete', '1#2 delete', '1#1 ban']);
});

describe('waiting until a case has acted', () => {
  it('ends with the last action, not with the alert', async () => {
    const { dispatcher, open, end } = createBench();
    const record = await open(['delete', 'timeout', 'alert']);
    let hasActed = false;
    const acted = dispatcher.whenActed(record).finally(() => {
      hasActed = true;
    });
    await end('1#1 delete');
    expect(hasActed).toBe(false);
    await end('1#1 timeout');
    const { steps } = await acted;
    expect(steps.map(({ outcome }) => outcome?.status)).toEqual(['done', 'done', undefined]);
  });

  it('is over at once if no action is open, and when the pipeline stops', async () => {
    const { dispatcher, open, stop } = createBench();
    const alerting = await open(['alert']);
    expect(await dispatcher.whenActed(alerting)).toEqual(alerting);
    const deleting = await open(['delete']);
    const waiting = dispatcher.whenActed(deleting);
    await turn();
    stop();
    expect(await waiting).toEqual(deleting);
  });
});
