import type { InsightsResult } from '../../src/service-api/client/groups/insights.ts';
import {
  type CommandDeps,
  duration,
  type Reply,
  type ReplyFile,
  type SlashCall,
  type StartedQuery,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { intoBuckets } from '../shared/buckets.ts';
import { chartFile, chartTranslator } from '../shared/chart-file.ts';
import { toCsv } from '../shared/csv.ts';
import { spanText } from '../shared/time-text.ts';
import { shownId } from './jobs.ts';
import { reasonToHideSamples, sampleButtons } from './samples.ts';
import { formatScore, scoresOf, spreadOf, summaryOf, type Score } from './scores.ts';

const CHART = 'insights.png';
const TABLE = 'insights.csv';
/** How many points the chart has. Each covers several messages, so there are fewer for few messages. */
const POINTS = { min: 6, max: 72, messagesEach: 8 };
/** Range of each metric (src/service/README.md). */
const SCALES: Record<StartedQuery['metric'], { min: number; max: number }> = {
  sentiment: { min: -1, max: 1 },
  language_political: { min: 0, max: 1 },
  language_vulgarity: { min: 0, max: 1 },
};

export interface Results {
  readonly job: StartedQuery;
  readonly results: readonly InsightsResult[];
}

/** The metric over time, a summary, and buttons to the messages. */
export async function resultsReply(
  call: SlashCall,
  { job, results }: Results,
  deps: CommandDeps,
): Promise<Reply> {
  const { t } = call;
  const metric = t(`insights:metrics.${job.metric}`);
  const span = spanText(job, t);
  if (results.length === 0) return { content: t('insights:reply.none', { metric, span }) };
  const hidden = reasonToHideSamples(call);
  const isReadable = hidden === null;
  const { timeZone } = await deps.policies.get(call.guild.id);
  const scores = scoresOf(results);
  const summary = summaryOf(scores);
  const chart =
    summary === null ? null : await chartOf({ key: job.metric, scores, timeZone, t }, deps);
  const unscored = results.length - scores.length;
  return {
    embeds: [
      {
        title: t('insights:reply.title', { metric }),
        description: [
          t('insights:reply.count', { count: results.length, span }),
          ...(unscored === 0 ? [] : [t('insights:reply.unscored', { count: unscored })]),
          ...(hidden === null ? [] : [hidden]),
          ...(chart === null && summary !== null ? [t('times:chartFailed')] : []),
        ].join('\n'),
        fields:
          summary === null
            ? []
            : (['mean', 'lowest', 'highest'] as const).map((name) => ({
                name: t(`insights:reply.${name}`),
                value: formatScore(summary[name], t),
                inline: true,
              })),
        footer: { text: t('insights:reply.footer', { id: shownId(job) }) },
        ...(chart === null ? {} : { image: { url: `attachment://${CHART}` } }),
      },
    ],
    files: [...(chart === null ? [] : [chart]), await tableOf(results, { isReadable, t })],
    components: isReadable ? sampleButtons(job, t) : [],
  };
}

interface ChartInput {
  readonly key: StartedQuery['metric'];
  readonly scores: readonly Score[];
  readonly timeZone: string;
  readonly t: Translate;
}

function chartOf(
  { key, scores, timeZone, t }: ChartInput,
  deps: CommandDeps,
): Promise<ReplyFile | null> {
  const metric = t(`insights:metrics.${key}`);
  const points = Math.round(scores.length / POINTS.messagesEach);
  const { buckets, lengthMs } = intoBuckets(scores, ({ atMs }) => atMs, {
    most: Math.min(POINTS.max, Math.max(POINTS.min, points)),
    leastMs: 1000,
  });
  const chartT = chartTranslator(t);
  const drawing = deps.charts.band({
    title: chartT('insights:reply.title', { metric }),
    subtitle: chartT('insights:reply.chartSubtitle', {
      count: scores.length,
      length: duration(chartT.language, lengthMs / 1000),
    }),
    timeZone,
    intervalMs: lengthMs,
    scale: SCALES[key],
    names: {
      mean: chartT('insights:reply.mean'),
      band: chartT('insights:reply.band'),
      count: chartT('insights:reply.messages'),
    },
    points: buckets.map(({ atMs, items }) => [atMs, spreadOf(items)]),
  });
  const file = { name: CHART, description: t('insights:reply.chartAlt', { metric }) };
  return chartFile(file, drawing, deps);
}

async function tableOf(
  results: readonly InsightsResult[],
  { isReadable, t }: { isReadable: boolean; t: Translate },
): Promise<ReplyFile> {
  const header = ['time', 'score', ...(isReadable ? ['sample'] : []), 'version'];
  const rows = results.map(({ requestTimeMs, score, sample, version }) => [
    new Date(requestTimeMs).toISOString(),
    score,
    ...(isReadable ? [sample] : []),
    version,
  ]);
  return {
    name: TABLE,
    data: await toCsv(header, rows),
    description: t('insights:reply.tableAlt'),
  };
}
