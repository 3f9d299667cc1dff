import { fixed, mib, table, whole } from '../markdown.ts';
import type { OnPostgresResult } from './on-postgres.ts';
import type { IngestResult } from './service-client.ts';
import type { ServiceResult } from './service.ts';

export function serviceSection({ ingest, insights, search, keywords }: ServiceResult): string[] {
  const queried = whole(insights.samples);
  return [
    '## Embedded service',
    '',
    ...table(
      ['', ''],
      [
        [
          `samples moderated and stored per second (${whole(ingest.samples)} over HTTP, ${ingest.lost} lost)`,
          whole(ingest.perSecond),
        ],
        [
          'CPU per sample: HTTP, engine, language detection, store',
          `${fixed(ingest.cpuMicros)} µs`,
        ],
        [
          `insights query over ${queried} samples with ${whole(insights.results)} results`,
          `${fixed(insights.finishedMs)} ms`,
        ],
        ['reading these results', `${fixed(insights.resultsMs)} ms`],
        ['peak memory afterwards', mib(insights.peakRssBytes)],
        ['growth of the peak memory by the query', mib(insights.grownBytes)],
        [`size of the store with ${queried} samples`, mib(insights.storeBytes)],
        [`statistics search over ${whole(search.records)} records`, `${fixed(search.ms)} ms`],
        ...keywords.map((result) => {
          const goal = result.keywords === 10_000 ? ' (goal: at most 20 µs)' : '';
          return [
            `search for ${whole(result.keywords)} keywords in 200 characters, ${result.letters}${goal}`,
            `${fixed(result.micros)} µs`,
          ];
        }),
      ],
    ),
  ];
}

export function onPostgresSection(result: OnPostgresResult): string[] {
  const { sqlite, postgres, twoInstances, purge } = result;
  const row = (name: string, { perSecond, cpuMicros, senderCpuMicros, lost }: IngestResult) => [
    name,
    whole(perSecond),
    `${fixed(cpuMicros)} µs`,
    `${fixed(senderCpuMicros)} µs`,
    String(lost),
  ];
  return [
    '## Service on PostgreSQL',
    '',
    `${whole(sqlite.samples)} samples over HTTP, on SQLite, on PostgreSQL and with two instances on PostgreSQL in turn; medians of three rounds.`,
    'The process that sends them and PostgreSQL use the same cores.',
    '',
    ...table(
      ['', 'samples per second', 'CPU of the service per sample', 'CPU of the sender', 'lost'],
      [
        row('SQLite', sqlite),
        row('PostgreSQL', postgres),
        row('PostgreSQL, two instances', twoInstances),
      ],
    ),
    '',
    `Removing ${whole(purge.samples)} samples of a day: ${whole(purge.deleteMs)} ms row by row, **${whole(purge.dropMs)} ms** as a partition.`,
  ];
}
