import { describe, expect, it } from 'vitest';
import { toMarkdown, updateMarkdown } from '../../../../scripts/bench/report.ts';

const origin = { date: '2026-03-28', machine: '2 cores (Example)', commit: 'abc1234' };

describe('toMarkdown', () => {
  it('names the date, the commit and the machine', () => {
    expect(toMarkdown({ origin })).toContain(
      'wrote this file on 2026-03-28 at commit abc1234, on 2 cores (Example).',
    );
    expect(toMarkdown({ origin: { ...origin, commit: null } })).toContain('at commit unknown');
  });

  it('shows the ratio of the baseline to Portcullis', () => {
    const run = { perSecond: 4000, cpuMicros: 250, lost: 0 };
    const baseline = { perSecond: 6000, cpuMicros: 175, lost: 0 };
    const intake = { messages: 50_000, portcullis: run, baseline, ratio: 0.7 };
    const markdown = toMarkdown({ origin, intake });
    expect(markdown).toContain('| Portcullis | 4,000 | 250.0 µs | 0 |');
    expect(markdown).toContain('Baseline CPU divided by Portcullis CPU: **0.70**');
  });

  it('says what was not done in time in a raid', () => {
    const done = {
      messages: 200,
      goneMs: 7_240,
      left: 0,
      requests: 41,
      requestsByRoute: {},
      rateLimited: 0,
      posts: 1,
      incidents: 1,
      notices: 0,
      urgentMs: 1_300,
    };
    const late = { ...done, goneMs: null, left: 12, urgentMs: null };
    const flood = { ...done, messages: 180, goneMs: null };
    const isolation = {
      raid: { messages: 6_000, perSecond: 300, goneMs: null, left: 44, posts: 1, notices: 0 },
      other: { messages: 900, bad: 90, p50Ms: 8, p99Ms: 21, maxMs: 30, left: 0, lost: 0 },
      requests: 300,
      rateLimited: 0,
    };
    const raid = { oneChannel: done, threeChannels: late, oneMember: flood, isolation, hacked: [] };
    const markdown = toMarkdown({ origin, raid: { ...raid, peakRssBytes: 2 ** 28 } });
    expect(markdown).toContain('are gone (goal: at most 10 s) | 7.2 s | 12 of 200 left | – |');
    expect(markdown).toContain('alert (goal: at most 3 s) | 1.3 s | not in time | 1.3 s |');
    expect(markdown).toContain('the raided server is clean | not in time |');
    expect(markdown).toContain('peak memory of the bot | 256 MiB |');
  });

  it('leaves out benchmarks that were not run', () => {
    expect(toMarkdown({ origin })).not.toContain('##');
  });
});

describe('updateMarkdown', () => {
  const charts = {
    charts: 5,
    series: 2,
    points: 48,
    p50Ms: 20,
    p99Ms: 30,
    firstMs: 400,
    lagMaxMs: 12,
    grownBytes: 2 ** 26,
  };
  const listener = {
    perSecond: 200,
    events: 1_000,
    refused: 0,
    lost: 0,
    p50Ms: 2,
    p99Ms: 9,
    lagP99Ms: 11,
    lagMaxMs: 14,
    cpuMicros: 600,
  };
  const whole = toMarkdown({ origin, listener, charts });
  const later = { date: '2026-04-02', machine: '2 cores (Example)', commit: 'def5678' };

  it('replaces the sections that were measured and keeps the others', () => {
    const updated = updateMarkdown(whole, {
      origin: later,
      listener: { ...listener, events: 2_000 },
    });
    expect(updated).toContain('## Webhook listener\n\nMeasured on 2026-04-02 at commit def5678.\n');
    expect(updated).toContain('2,000 in total');
    expect(updated).not.toContain('1,000 in total');
    expect(updated).toContain('wrote this file on 2026-03-28 at commit abc1234');
    expect(updated.slice(updated.indexOf('## Charts'))).toBe(
      whole.slice(whole.indexOf('## Charts')),
    );
  });

  it('adds a section that is not there yet', () => {
    const updated = updateMarkdown(toMarkdown({ origin, listener }), { origin: later, charts });
    expect(updated.indexOf('## Charts')).toBeGreaterThan(updated.indexOf('## Webhook listener'));
    expect(updated.endsWith(' |\n')).toBe(true);
  });
});
