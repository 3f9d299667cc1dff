import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS, BOT, PLAN } from '../../../../../scripts/bench/scale/assumptions.ts';
import type { UnitCosts } from '../../../../../scripts/bench/scale/costs.ts';
import { simulate } from '../../../../../scripts/bench/scale/simulate.ts';

const background = { bot: 100, postgres: 100, transactions: 1 };
const costs: UnitCosts = {
  baseBytes: 2e8,
  groupBytes: 1e6,
  serverBytes: 5e4,
  idle: background,
  idleGroup: background,
  start: background,
  messageEventBytes: 1_000,
  serverEventBytes: 10_000,
  message: { bot: 80 },
  case: {
    bot: 4_000,
    postgres: 2_000,
    requests: 5,
    transactions: 20,
    walBytes: 10_000,
    bytes: 5_000,
    textBytes: 400,
  },
  checkpoint: { bot: 200, postgres: 200, transactions: 2, walBytes: 700, bytes: 300 },
  storedServerBytes: 400,
  sampleBytes: 200,
};

/** Fewer channels take less time to simulate. */
const assumptions = { ...ASSUMPTIONS, channelsPerServer: 1 };

describe('simulate', () => {
  it('needs one process below the number of servers at which Discord demands shards, then two', () => {
    expect(simulate(2_500, assumptions, costs)).toMatchObject({ processes: 1, shards: 3 });
    expect(simulate(2_501, assumptions, costs).processes).toBe(2);
  });

  it('adds processes until the servers fit into the memory', () => {
    const { processes, bytesPerProcess } = simulate(50_000, assumptions, costs);
    expect(bytesPerProcess).toBeLessThanOrEqual(PLAN.memoryBytes);
    const withLarger = simulate(50_000, assumptions, { ...costs, serverBytes: 2e5 });
    expect(withLarger.processes).toBeGreaterThan(processes);
  });

  it('adds processes until the busiest one is at most half busy', () => {
    const slow = simulate(50_000, assumptions, {
      ...costs,
      serverBytes: 0,
      message: { bot: 5_000 },
    });
    expect(slow.processes).toBeGreaterThan(2);
    expect(slow.busiestCore).toBeLessThanOrEqual(PLAN.coreShare);
  });

  it('identifies one shard after the other, and several at once above 150,000 servers', () => {
    const seconds = BOT.secondsBetweenIdentifies;
    expect(simulate(100_000, assumptions, costs)).toMatchObject({
      shards: 100,
      identifySeconds: 99 * seconds,
      identifiesPerDay: 1_000,
    });
    expect(simulate(160_000, assumptions, costs)).toMatchObject({
      shards: 160,
      groups: 54,
      identifySeconds: 9 * seconds,
      identifiesPerDay: 2_000,
    });
  });

  it('names the limit first that is used most', () => {
    const { limits, requests } = simulate(10_000, { ...assumptions, badShare: 1 }, costs);
    expect(limits[0]).toEqual({ limit: 'requests', used: requests / 50 });
  });
});
