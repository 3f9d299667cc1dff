import { fixed, table, whole, withRange } from '../markdown.ts';
import { median } from '../statistics.ts';
import type { ThroughputResult, ThroughputRun } from './throughput.ts';

const percent = (share: number): string => `${whole(share * 100)} %`;

type Figure = (run: ThroughputRun) => number;

/** Usage as a share of all cores. */
function shareOf(figure: Figure, cores: number): Figure {
  return (run) => (figure(run) * run.perSecond) / 1e6 / cores;
}

const medianOf = (runs: readonly ThroughputRun[], figure: Figure): number =>
  median(runs.map(figure));

/** The figure for two processes divided by the one for a single process, round by round. */
function gain({ one, two }: ThroughputResult, figure: Figure): string {
  const gains = two.map((run, round) => figure(run) / figure(one[round] ?? run));
  return withRange(median(gains), gains);
}

/** The table for one process and for two, without a heading. */
export function throughputTable(result: ThroughputResult): string[] {
  const { one, two, cores } = result;
  const row = (name: string, figure: Figure, show: (value: number) => string): string[] => [
    name,
    show(medianOf(one, figure)),
    show(medianOf(two, figure)),
    gain(result, figure),
  ];
  const share = (name: string, figure: Figure): string[] =>
    row(name, shareOf(figure, cores), percent);
  return table(
    ['', 'one process', 'two', 'ratio'],
    [
      row('messages per second', ({ perSecond }) => perSecond, whole),
      row('messages per CPU second of the bots', ({ bots }) => 1e6 / bots, whole),
      share(`share of ${cores} cores: bots`, ({ bots }) => bots),
      share('load generator, Discord and service', ({ stub }) => stub),
      share('PostgreSQL', ({ postgres }) => postgres ?? Number.NaN),
    ],
  );
}

export function throughputSection(result: ThroughputResult): string[] {
  const { one, two, messages, shards, cores } = result;
  const lost = [...one, ...two].reduce((sum, run) => sum + run.lost, 0);
  const efficiency =
    2 * median(two.map((run, round) => (one[round]?.bots ?? Number.NaN) / run.bots));
  return [
    '## Several processes',
    '',
    `${whole(messages)} harmless messages in 64 servers on ${shards} shards, as fast as the bots take them, PostgreSQL for the state; ` +
      `one process and two in turns, ${one.length} rounds; ${whole(lost)} lost.`,
    '',
    ...throughputTable(result),
    '',
    `Everything runs on ${cores} cores, so two bots can't have two cores for themselves. Where the load comes from elsewhere, the CPU ` +
      `time that a message takes decides: two processes then handle **${fixed(efficiency, 2)}** times as much as one (goal: at least 1.7).`,
  ];
}
