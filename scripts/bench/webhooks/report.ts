import { fixed, table, whole } from '../markdown.ts';
import type { ListenerResult } from './listener.ts';

export function listenerSection(result: ListenerResult): string[] {
  return [
    '## Webhook listener',
    '',
    `${result.perSecond} signed keyword events a second, ${whole(result.events)} in total, each stored before its response; ` +
      `${result.refused} refused, ${result.lost} lost.`,
    '',
    ...table(
      ['', ''],
      [
        ['response, p50', `${fixed(result.p50Ms)} ms`],
        ['response, p99 (goal: at most 50 ms)', `${fixed(result.p99Ms)} ms`],
        ['event loop delay, p99', `${fixed(result.lagP99Ms)} ms`],
        ['event loop delay, maximum', `${fixed(result.lagMaxMs)} ms`],
        ['CPU per event', `${fixed(result.cpuMicros)} µs`],
      ],
    ),
  ];
}
