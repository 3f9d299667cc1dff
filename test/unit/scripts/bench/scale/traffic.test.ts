import { describe, expect, it } from 'vitest';
import { ASSUMPTIONS } from '../../../../../scripts/bench/scale/assumptions.ts';
import { simulateTraffic } from '../../../../../scripts/bench/scale/traffic.ts';

const SERVERS = 20_000;
const options = { shards: 20, offlineSeconds: 60 };

describe('simulateTraffic', () => {
  it('is the same each time', () => {
    const first = simulateTraffic(1_000, ASSUMPTIONS, options);
    expect(simulateTraffic(1_000, ASSUMPTIONS, options)).toEqual(first);
  });

  it('has about the assumed number of messages', () => {
    const even = { ...ASSUMPTIONS, sigma: 1 };
    const { messagesPerDay } = simulateTraffic(SERVERS, even, options);
    const expected = SERVERS * ASSUMPTIONS.messagesPerServerAndDay;
    expect(messagesPerDay / expected).toBeCloseTo(1, 1);
  });

  it('gives the busiest servers most of the messages', () => {
    expect(simulateTraffic(SERVERS, ASSUMPTIONS, options).busiestShare).toBeGreaterThan(0.4);
  });

  it('stores fewer checkpoints than there are messages, because busy servers store several at once', () => {
    const { checkpoints, messages } = simulateTraffic(SERVERS, ASSUMPTIONS, options);
    expect(checkpoints).toBeLessThan(messages);
    const busy = { ...ASSUMPTIONS, messagesPerServerAndDay: 1e9, sigma: 0 };
    expect(simulateTraffic(100, busy, options).checkpoints).toBeCloseTo(100);
  });

  it('searches each active channel with one request at least, and with ten at most', () => {
    const quiet = simulateTraffic(SERVERS, ASSUMPTIONS, options);
    expect(quiet.editSearchRequests).toBeGreaterThanOrEqual(quiet.activeChannels);
    const busy = { ...ASSUMPTIONS, messagesPerServerAndDay: 1e9, sigma: 0 };
    const { channelsPerServer } = ASSUMPTIONS;
    const { editSearchRequests } = simulateTraffic(100, busy, options);
    expect(editSearchRequests).toBeCloseTo(100 * channelsPerServer * 10);
  });
});
