import { fixed, mib, table, whole } from '../markdown.ts';
import type { HistoryFigures, HistoryResult } from './history.ts';

const NAMES: readonly (readonly [string, string])[] = [
  ['start', 'what the bot looks up at its start'],
  ['list', '`/case list` in the database (goal: at most 200 ms)'],
  ['prepareStats', 'counting the cases of each day ahead for `/stats`, once'],
  ['stats', '`/stats` of 300 days, all cases (goal: at most 1,000 ms; 3.5 to 14 s before)'],
  ['memberExport', '`/privacy export` of a tenth of the cases'],
  ['serverExport', '`npm run export` of all'],
  ['erasure', '`/privacy erase` of a tenth of the cases'],
];

const cellOf = (figures: HistoryFigures | undefined): string =>
  figures === undefined
    ? '–'
    : `${fixed(figures.ms / 1000)} s, event loop held ${whole(figures.heldMs)} ms, ${mib(figures.peakRssBytes)}`;

export function historySection({ cases, sqlite, postgres }: HistoryResult): string[] {
  return [
    '## Large histories',
    '',
    `A server with ${whole(cases)} cases, a tenth of them one member’s. Goals: the event loop is held for at most 20 ms, memory stays`,
    'below 300 MiB. Before, the member’s export took 700 MiB and held the event loop for seconds, and that of the server failed.',
    '',
    ...table(
      ['', 'SQLite', 'PostgreSQL'],
      NAMES.map(([key, name]) => [name, cellOf(sqlite[key]), cellOf(postgres[key])]),
    ),
  ];
}
