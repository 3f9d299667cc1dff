import type { InsightsResult } from '../../src/client/insights.ts';
import type { Reply, ReplyFile, SlashCall } from '../../src/discord/interactions/command.ts';
import type { StartedQuery } from '../../src/moderation/insights-jobs.ts';
import type { CommandDeps } from '../deps.ts';
import { intoBuckets, lengthText } from '../shared/buckets.ts';
import { chartFile } from '../shared/chart-file.ts';
import { toCsv } from '../shared/csv.ts';
import { spanText } from '../shared/time-text.ts';
import { answers, metrics } from '../texts/insights.ts';
import { shownId } from './jobs.ts';
import { maySeeSamples, sampleButtons } from './samples.ts';
import { formatScore, scoresOf, summaryOf } from './scores.ts';

const PICTURE = 'insights.png';
const TABLE = 'insights.csv';
/** Of the line. Fewer where there are few messages, so that each is of several. */
const POINTS = { least: 12, most: 120, messagesEach: 3 };

export interface Results {
  readonly job: StartedQuery;
  readonly results: readonly InsightsResult[];
}

/** The metric over time, its numbers, and ways to the messages themselves. */
export async function resultsReply(
  call: SlashCall,
  { job, results }: Results,
  deps: CommandDeps,
): Promise<Reply> {
  const metric = metrics[job.metric].en;
  if (results.length === 0) return { content: answers.none(metric, spanText(job)) };
  const isReadable = maySeeSamples(call);
  const { timeZone } = await deps.policies.get(call.guild.id);
  const scored = scoresOf(results);
  const summary = summaryOf(scored);
  const picture = summary === null ? null : await pictureOf({ job, scored, timeZone }, deps);
  const count = (number: number): string => number.toLocaleString('en-US');
  const unscored = results.length - scored.length;
  return {
    embeds: [
      {
        title: answers.title(metric),
        description: [
          answers.count(count(results.length), spanText(job)),
          ...(unscored === 0 ? [] : [answers.unscored(count(unscored))]),
          ...(isReadable ? [] : [answers.onlyNumbers]),
          ...(picture === null && summary !== null ? [answers.noChart] : []),
        ].join('\n'),
        fields:
          summary === null
            ? []
            : (['mean', 'lowest', 'highest'] as const).map((name) => ({
                name: answers[name],
                value: formatScore(summary[name]),
                inline: true,
              })),
        footer: { text: answers.footer(shownId(job)) },
        ...(picture === null ? {} : { image: { url: `attachment://${PICTURE}` } }),
      },
    ],
    files: [...(picture === null ? [] : [picture]), await tableOf(results, isReadable)],
    components: isReadable ? sampleButtons(job) : [],
  };
}

interface Scored {
  readonly job: StartedQuery;
  readonly scored: readonly { readonly atMs: number; readonly score: number }[];
  readonly timeZone: string;
}

function pictureOf(
  { job, scored, timeZone }: Scored,
  deps: CommandDeps,
): Promise<ReplyFile | null> {
  const wanted = Math.round(scored.length / POINTS.messagesEach);
  const most = Math.min(POINTS.most, Math.max(POINTS.least, wanted));
  const { buckets, lengthMs } = intoBuckets(scored, ({ atMs }) => atMs, { most, leastMs: 1000 });
  const summaries = buckets.map(({ atMs, items }) => ({ atMs, summary: summaryOf(items) }));
  const metric = metrics[job.metric].en;
  const series = [
    { name: 'highest', colour: 'green' },
    { name: 'mean', colour: 'sky' },
    { name: 'lowest', colour: 'vermilion' },
  ] as const;
  const drawing = deps.charts.line({
    title: answers.title(metric),
    subtitle: answers.chart.subtitle(lengthText(lengthMs)),
    timeZone,
    series: series.map(({ name, colour }) => ({
      name,
      colour,
      points: summaries.map(({ atMs, summary }) => [atMs, summary?.[name] ?? null]),
    })),
  });
  return chartFile({ name: PICTURE, description: answers.chart.alt(metric) }, drawing, deps);
}

async function tableOf(
  results: readonly InsightsResult[],
  isReadable: boolean,
): Promise<ReplyFile> {
  const rows = results.map(({ requestTimeMs, score, sample, version }) => [
    new Date(requestTimeMs).toISOString(),
    score,
    ...(isReadable ? [sample] : []),
    version,
  ]);
  const header = isReadable ? answers.csvHeader : answers.csvHeaderNumbers;
  return { name: TABLE, data: await toCsv(header, rows), description: answers.chart.csvAlt };
}
