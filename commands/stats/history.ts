import { ceilToHourMs } from '../../src/service-api/client/groups/span.ts';
import type {
  MinuteCounts,
  SearchProgress,
} from '../../src/service-api/client/groups/statistics.ts';
import {
  type CommandDeps,
  duration,
  type Reply,
  type ReplyFile,
  type SlashCall,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { UserError } from '../../src/shared/errors.ts';
import { intoBuckets } from '../shared/buckets.ts';
import { chartFile, chartTranslator } from '../shared/chart-file.ts';
import { toCsv } from '../shared/csv.ts';
import { readSpan, type SpanInput } from '../shared/span-input.ts';
import { spanText } from '../shared/time-text.ts';
import { countFields, RESULT_COLOURS, RESULTS, totalText, type Counts } from './counts.ts';

const CHART = 'history.png';
const TABLE = 'history.csv';
const TABLE_HEADER = ['time', 'passed', 'flagged', 'deleted', 'total'];

/** Longer spans would exceed Discord's time for a reply: a search covers one day, and searches are two minutes apart. */
const MAX_SPAN_MS = 7 * DAY_MS;
/** The longest span without a limit on searches. The service keeps records for about this long. */
const MAX_UNLIMITED_SPAN_MS = 90 * DAY_MS;
/** By the time it is checked, "7 days ago" is slightly more than seven days ago. */
const TOLERANCE_MS = 60 * 1000;
/** With this many, each bar is about three pixels wide on a phone. */
const MAX_BARS = 100;

export async function showHistory(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { signal, t } = call;
  const { searchIntervalMs } = deps.service.statistics;
  const span = withinLimits(await readSpan(call, deps), { call, searchIntervalMs });
  const interval = duration(t.language, searchIntervalMs / 1000);
  const startedAtMs = deps.clock.now();
  const { records, respondedAtMs } = await deps.service.statistics.search(span, {
    signal,
    whenLimited: 'cache',
    onProgress: (progress) => showProgress(call, { ...progress, interval }, deps),
  });
  const notes =
    respondedAtMs !== null && respondedAtMs < startedAtMs
      ? [`-# ${t('stats:reply.history.cached', { time: timestamp(respondedAtMs, 't'), interval })}`]
      : [];
  if (records.length === 0) {
    const none = t('stats:reply.history.none', { span: spanText(span, t) });
    return { content: [none, ...notes].join('\n') };
  }
  return historyReply({ records, span, notes, t }, deps);
}

/**
 * The span to search. With a limit on searches, spans of whole days until now, such as "24 hours ago", start at the next
 * full hour, which saves a search, and no span needs more searches than Discord's time for a reply allows.
 */
function withinLimits(
  span: SpanInput,
  {
    call: { interaction, t },
    searchIntervalMs,
  }: { call: Pick<SlashCall, 'interaction' | 't'>; searchIntervalMs: number },
): SpanInput {
  const { fromMs, toMs } = span;
  if (fromMs >= toMs) throw new UserError(t('times:wrongOrder'));
  const isLimited = searchIntervalMs > 0;
  if (toMs - fromMs > (isLimited ? MAX_SPAN_MS : MAX_UNLIMITED_SPAN_MS) + TOLERANCE_MS) {
    const interval = duration(t.language, searchIntervalMs / 1000);
    throw new UserError(
      isLimited
        ? t('stats:reply.history.tooLong', { interval })
        : t('stats:reply.history.beyondRecords'),
    );
  }
  if (!isLimited) return span;
  const days = Math.round((toMs - fromMs) / DAY_MS);
  const isWholeDays =
    interaction.options.getString('to') === null &&
    Math.abs(toMs - fromMs - days * DAY_MS) <= TOLERANCE_MS;
  const longestMs = isWholeDays && days > 0 ? days * DAY_MS : MAX_SPAN_MS;
  return { ...span, fromMs: Math.max(fromMs, ceilToHourMs(toMs) - longestMs) };
}

function showProgress(
  { progress, t }: SlashCall,
  { windowsDone, windows: parts, waitMs, interval }: SearchProgress & { interval: string },
  { clock }: CommandDeps,
): void {
  if (windowsDone === parts) return;
  const part = windowsDone + 1;
  const when = timestamp(clock.now() + waitMs, 'R');
  progress(
    waitMs > 0
      ? t('stats:reply.history.waiting', { part, parts, when, interval })
      : t('stats:reply.history.searching', { part, parts }),
  );
}

interface History {
  readonly records: readonly MinuteCounts[];
  readonly span: SpanInput;
  readonly notes: readonly string[];
  readonly t: Translate;
}

async function historyReply(history: History, deps: CommandDeps): Promise<Reply> {
  const { records, notes, span, t } = history;
  const chart = await chartOf(history, deps);
  const totals = totalsOf(records);
  const peak = records.reduce((busiest, record) =>
    record.total > busiest.total ? record : busiest,
  );
  return {
    embeds: [
      {
        title: t('stats:reply.history.title'),
        description: [
          totalText(totals, t),
          t('stats:reply.history.from', { span: spanText(span, t) }),
          ...notes,
          ...(chart === null ? [t('times:chartFailed')] : []),
        ].join('\n'),
        fields: [
          ...countFields(totals, t),
          {
            name: t('stats:reply.history.peak'),
            value: t('stats:reply.history.peakOf', {
              count: peak.total,
              time: timestamp(peak.atMs),
            }),
          },
        ],
        footer: { text: t('stats:reply.scope') },
        ...(chart === null ? {} : { image: { url: `attachment://${CHART}` } }),
      },
    ],
    files: [...(chart === null ? [] : [chart]), await tableOf(history)],
  };
}

function totalsOf(records: readonly MinuteCounts[]): Counts {
  const sum = (count: (record: MinuteCounts) => number): bigint =>
    records.reduce((total, record) => total + BigInt(count(record)), 0n);
  return {
    passed: sum(({ passed }) => passed),
    flagged: sum(({ flagged }) => flagged),
    deleted: sum(({ deleted }) => deleted),
    total: sum(({ total }) => total),
  };
}

function chartOf({ records, span, t }: History, deps: CommandDeps): Promise<ReplyFile | null> {
  const { buckets, lengthMs } = intoBuckets(records, ({ atMs }) => atMs, {
    most: MAX_BARS,
    leastMs: 60_000,
  });
  const chartT = chartTranslator(t);
  const length = duration(chartT.language, lengthMs / 1000);
  const drawing = deps.charts.bars({
    title: chartT('stats:reply.history.title'),
    subtitle: chartT('stats:reply.history.chartSubtitle', { length }),
    timeZone: span.timeZone,
    intervalMs: lengthMs,
    // From the bottom up, so that acted-on messages share the axis as their baseline.
    series: RESULTS.toReversed().map((result) => ({
      name: chartT(`stats:reply.${result}`),
      colour: RESULT_COLOURS[result],
      points: buckets.map(({ atMs, items }) => [
        atMs,
        items.length === 0 ? null : items.reduce((sum, record) => sum + record[result], 0),
      ]),
    })),
  });
  const file = { name: CHART, description: t('stats:reply.history.chartAlt') };
  return chartFile(file, drawing, deps);
}

async function tableOf({ records, t }: History): Promise<ReplyFile> {
  const rows = records.map(({ atMs, passed, flagged, deleted, total }) => [
    new Date(atMs).toISOString(),
    passed,
    flagged,
    deleted,
    total,
  ]);
  return {
    name: TABLE,
    data: await toCsv(TABLE_HEADER, rows),
    description: t('stats:reply.history.tableAlt'),
  };
}
