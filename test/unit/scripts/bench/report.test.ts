import { describe, expect, it } from 'vitest';
import { toMarkdown } from '../../../../scripts/bench/report.ts';

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

  it('leaves out benchmarks that were not run', () => {
    expect(toMarkdown({ origin })).not.toContain('##');
  });
});
