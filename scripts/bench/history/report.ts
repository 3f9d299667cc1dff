import { fixed, mib, table, whole } from '../markdown.ts';
import type { CommandFigures } from './commands.ts';
import type { HistoryResult } from './history.ts';
import type { Load } from './load.ts';

const NAMES: readonly (readonly [string, string])[] = [
  ['start', 'after the start: the first bad message, and ten seconds more'],
  ['stats', '`/stats server` of 300 days (3.5 to 14 s before)'],
  ['list', '`/case list` (goal: at most 200 ms)'],
  ['memberList', '`/case list` of a member with a tenth of the cases'],
  ['record', '**Moderation record** of this member'],
  ['queue', '`/queue`'],
  ['ownRecord', '`/record mine` of this member'],
  ['memberExport', '`/privacy export` of this member'],
  ['erasure', '`/privacy erase` of this member'],
];

const loadOf = ({ ms, heldMs, peakRssBytes }: Load & { readonly ms: number }): string =>
  `${fixed(ms / 1000, 2)} s, held ${whole(heldMs)} ms, ${mib(peakRssBytes)}`;

const cellOf = (figures: CommandFigures | undefined): string =>
  figures === undefined
    ? '–'
    : `${loadOf(figures)}; elsewhere ${fixed(figures.standingMs / 1000, 2)} s`;

export function historySection({ cases, sqlite, postgres }: HistoryResult): string[] {
  return [
    '## Large histories',
    '',
    `The whole bot in a server with ${whole(cases)} cases, a tenth of them one member’s: the time until the reply is complete, the longest time that`,
    'the event loop was held, peak memory, and how long bad messages stood in another server meanwhile. Goals: the event loop is held for',
    'at most 20 ms, memory stays below 300 MiB.',
    '',
    ...table(
      ['', 'SQLite', 'PostgreSQL'],
      [
        ...NAMES.map(([key, name]) => [
          name,
          cellOf(sqlite.commands[key]),
          cellOf(postgres.commands[key]),
        ]),
        ['`npm run export` of all', loadOf(sqlite.serverExport), loadOf(postgres.serverExport)],
      ],
    ),
  ];
}
