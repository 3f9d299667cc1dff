import { fixed, mib, table, whole } from '../markdown.ts';
import { PACE_PER_SECOND, type EndpointsResult } from './endpoints.ts';
import type { RequestFigures } from './load.ts';

export function endpointsSection(result: EndpointsResult): string[] {
  const { oneConnection, manyConnections, paced, batch, peakRssBytes, tfIdf, wordFilter } = result;
  const row = (name: string, figures: RequestFigures): string[] => [
    name,
    whole(figures.perSecond),
    `${fixed(figures.p50Ms)} ms`,
    `${fixed(figures.p99Ms)} ms`,
    `${fixed(figures.cpuMicros)} µs`,
  ];
  return [
    '## Perspective’s endpoint',
    '',
    'Comments scored by `npm run service`; the process that sends them uses the same cores. Goals on two idle cores: 6,000 a second by single',
    `requests, a 99th percentile under 5 ms at ${whole(PACE_PER_SECOND)} a second, and 15,000 a second in batch.`,
    '',
    ...table(
      ['', 'comments per second', 'p50', 'p99', 'CPU of the server per comment'],
      [
        row('single requests, 1 connection', oneConnection),
        row('single requests, 64 connections', manyConnections),
        row(`single requests, ${whole(PACE_PER_SECOND)} a second`, paced),
        ['batch', whole(batch.perSecond), '', '', `${fixed(batch.cpuMicros)} µs`],
        row('a bare server with TF-IDF, 64 connections', tfIdf),
        row('a bare server with obscenity, 64 connections', wordFilter),
      ],
    ),
    '',
    `Peak memory of the service with its batch workers: ${mib(peakRssBytes)}.`,
  ];
}
