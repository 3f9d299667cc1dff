import { fixed, mib, table, whole } from '../markdown.ts';
import { CONTENDERS, type Contender, type DefaultResult, type Measured } from './default.ts';

const NAMES: Readonly<Record<Contender, string>> = {
  portcullis: 'Portcullis',
  wordList: 'word list',
  http: 'asks a service',
};

/** The text before the committed ratio in `docs/benchmarks.md`. */
const RATIO = "Portcullis's CPU time divided by the word list's: **";

export function defaultSection({ rounds, contenders, ratio }: DefaultResult): string[] {
  const names = (Object.keys(CONTENDERS) as Contender[]).filter(
    (name) => contenders[name] !== undefined,
  );
  const row = (name: string, cell: (measured: Measured) => string): string[] => [
    name,
    ...names.map((contender) => {
      const measured = contenders[contender];
      return measured === undefined ? '–' : cell(measured);
    }),
  ];
  const rates = Object.keys(contenders.portcullis?.cpuMicros ?? {});
  const ms = (value: number | undefined): string =>
    value === undefined ? '–' : `${fixed(value, 2)} ms`;
  return [
    '## Default install',
    '',
    'The whole bot with the service that it embeds, as `npm start` runs it, against two bots that do the least: one looks for words',
    `with discord.js and obscenity, one asks a service that answers at once. ${rounds} rounds in turns, medians. Comments of mixed length in`,
    'several languages, 85 characters on average; deletions at 200 messages a second. Four of these a second are bad, each by another',
    'author: for Portcullis that is an incident. Each is the first in its channel for twelve seconds.',
    '',
    ...table(
      ['', ...names.map((name) => NAMES[name])],
      [
        ...rates.map((rate) =>
          row(
            `CPU per message at ${whole(Number(rate))} a second`,
            ({ cpuMicros }) => `${fixed(cpuMicros[rate] ?? Number.NaN)} µs`,
          ),
        ),
        row('CPU per message, flat out', ({ flatOut }) =>
          flatOut === null ? '–' : `${fixed(flatOut.cpuMicros)} µs`,
        ),
        row('messages per second, flat out', ({ flatOut }) =>
          flatOut === null ? '–' : whole(flatOut.perSecond),
        ),
        row('gateway frame to delete request, p50', ({ deletion }) => ms(deletion?.p50Ms)),
        row('p99', ({ deletion }) => ms(deletion?.p99Ms)),
        row('memory when ready', ({ readyBytes }) => mib(readyBytes)),
        row('memory at the end', ({ endBytes }) => mib(endBytes)),
        row('start of the process until ready', ({ readyMs }) => `${fixed(readyMs / 1_000)} s`),
        row('messages lost', ({ lost, messages }) => `${lost} of ${whole(messages)}`),
      ],
    ),
    '',
    `${RATIO}${fixed(ratio, 2)}** (goal: at most 1).`,
  ];
}

/** The ratio in `docs/benchmarks.md`. Throws if there is none. */
export function committedRatio(markdown: string): number {
  const start = markdown.indexOf(RATIO);
  const ratio = Number.parseFloat(markdown.slice(start + RATIO.length));
  if (start < 0 || !Number.isFinite(ratio)) {
    throw new Error('The benchmarks name no ratio of Portcullis to the word list.');
  }
  return ratio;
}
