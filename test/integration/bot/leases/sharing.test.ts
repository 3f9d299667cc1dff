import { expect, test } from 'vitest';
import { takeGroups } from '../../../../src/bot/composition/shards/take-groups.ts';
import { describeOnPostgres } from '../../../helpers/test-state.ts';
import { names, openProcess, pause, until, type TestProcess } from './fixture.ts';

const sizes = (processes: readonly TestProcess[]): number[] =>
  processes.map(({ held }) => held.size);

describeOnPostgres((newDatabase) => {
  test('processes share fairly as they join and leave, and move no more than they must', async () => {
    const url = await newDatabase();
    const groups = names(8);
    const a = await openProcess(url);
    await a.leases.share(groups, a.start);
    expect(a.held.size).toBe(8);

    const b = await openProcess(url);
    await b.leases.share(groups, b.start);
    await until(() => sizes([a, b]).join() === '4,4');
    const c = await openProcess(url);
    await c.leases.share(groups, c.start);
    await until(() => c.held.size >= 2 && a.held.size + b.held.size + c.held.size === 8);
    expect(sizes([a, b, c]).toSorted((x, y) => x - y)).toEqual([2, 3, 3]);
    const starts = c.calls.length;
    await pause(500);
    expect(c.calls).toHaveLength(starts);

    await b.leases.stop({ deadlineMs: 0 });
    await until(() => sizes([a, c]).join() === '4,4');
    expect([...a.held.keys(), ...c.held.keys()].toSorted()).toEqual(groups);
    // Only the leases that went to b, and then to c.
    expect(a.calls.filter((call) => call.startsWith('stop'))).toHaveLength(
      a.calls.filter((call) => call.startsWith('start')).length - 4,
    );
    expect(a.calls.filter((call) => call.startsWith('start')).length).toBeLessThanOrEqual(10);
  });

  test('a process that gives leases back does it one at a time', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    let stopping = 0;
    let most = 0;
    await a.leases.share(names(6), async (lease) => {
      const holder = await a.start(lease);
      return {
        async stop(options) {
          stopping += 1;
          most = Math.max(most, stopping);
          await pause(30);
          stopping -= 1;
          await holder.stop(options);
        },
      };
    });
    const b = await openProcess(url);
    await b.leases.share(names(6), b.start);
    await until(() => sizes([a, b]).join() === '3,3');
    expect(most).toBe(1);
  });

  test('a process that does not share leaves the others their leases', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    await a.leases.share(names(4), a.start);
    const b = await openProcess(url);
    await b.leases.hold('job', b.start);
    await pause(400);
    expect(sizes([a, b])).toEqual([4, 1]);
  });

  test('a process that stops takes nothing more', async () => {
    const url = await newDatabase();
    const a = await openProcess(url);
    const b = await openProcess(url);
    await a.leases.share(names(4), a.start);
    await b.leases.share(names(4), b.start);
    await until(() => sizes([a, b]).join() === '2,2');
    await Promise.all([a.leases.stop({ deadlineMs: 0 }), b.leases.stop({ deadlineMs: 0 })]);
    expect(sizes([a, b])).toEqual([0, 0]);
    await a.leases.share(['late'], a.start);
    expect(a.held.size).toBe(0);
  });

  test('processes with chosen shards run all of them, whatever the others chose', async () => {
    const url = await newDatabase();
    const plans = names(8).map((name, id) => ({ name, shards: { ids: [id], count: 8 } }));
    const [a, b] = [await openProcess(url), await openProcess(url)];
    const take = ({ leases, start }: TestProcess, chosen: typeof plans) =>
      takeGroups({ leases, plans: chosen, areChosen: true, start: (_plan, lease) => start(lease) });
    await take(a, plans.slice(0, 4));
    await take(b, plans.slice(4));
    await until(() => sizes([a, b]).join() === '4,4');
    const started = [...a.calls, ...b.calls];
    await pause(500);
    expect([...a.calls, ...b.calls]).toEqual(started);
    expect(sizes([a, b])).toEqual([4, 4]);
  });
});
