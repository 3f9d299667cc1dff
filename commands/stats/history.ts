import type {
  MinuteCounts,
  SearchProgress,
  StatisticsResult,
} from '../../src/client/statistics.ts';
import type { Reply, ReplyFile, SlashCall } from '../../src/discord/interactions/command.ts';
import { UserError } from '../../src/lib/errors.ts';
import { moment } from '../../src/discord/texts.ts';
import type { CommandDeps } from '../deps.ts';
import { intoBuckets, lengthText } from '../shared/buckets.ts';
import { chartFile } from '../shared/chart-file.ts';
import { toCsv } from '../shared/csv.ts';
import { readSpan, type SpanInput } from '../shared/span-input.ts';
import { spanText } from '../shared/time-text.ts';
import { answers, parts } from '../texts/stats.ts';
import { countFields, partColours, type Counts } from './counts.ts';

const PICTURE = 'history.png';
const TABLE = 'history.csv';

/** Of the service's days, two minutes apart, more than seven take longer than Discord lets an answer take. */
const LONGEST_MS = 7 * 24 * 60 * 60 * 1000;
/** Rounding may make a span longer by an hour. */
const SLACK_MS = 60 * 1000;
const POINTS = 240;

const { history: texts } = answers;

export async function showHistory(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const asked = await readSpan(call, deps);
  if (asked.fromMs > asked.toMs) throw new UserError(texts.wrongOrder);
  if (asked.toMs - asked.fromMs > LONGEST_MS + SLACK_MS) throw new UserError(texts.tooLong);
  const askedAtMs = deps.clock.now();
  const result = await deps.service.statistics.search(asked, {
    signal: call.signal,
    whenLimited: 'cache',
    onProgress: (progress) => tellProgress(call, progress, deps),
  });
  const { records, searched } = result;
  if (searched.fromMs === searched.toMs) {
    throw new UserError(texts.sameHour(moment(searched.fromMs)));
  }
  const notes = notesOn({ asked, result, askedAtMs });
  if (records.length === 0) {
    return { content: [texts.none(spanText(searched)), ...notes].join('\n') };
  }
  return historyReply({ records, timeZone: asked.timeZone, notes, searched }, deps);
}

function tellProgress(
  { progress }: SlashCall,
  { windowsDone, windows, waitMs }: SearchProgress,
  { clock }: CommandDeps,
): void {
  if (windowsDone === windows) return;
  const part = windowsDone + 1;
  progress(
    waitMs > 0
      ? texts.waiting(part, windows, moment(clock.now() + waitMs, 'R'))
      : texts.searching(part, windows),
  );
}

/** The service's limits, where they changed what is answered. */
function notesOn({
  asked,
  result: { searched, answeredAtMs },
  askedAtMs,
}: {
  asked: SpanInput;
  result: StatisticsResult;
  askedAtMs: number;
}): string[] {
  const isRounded = asked.fromMs !== searched.fromMs || asked.toMs !== searched.toMs;
  const isCached = answeredAtMs !== null && answeredAtMs < askedAtMs;
  return [
    ...(isRounded ? [texts.rounded(spanText(searched))] : []),
    ...(isCached ? [texts.cached(moment(answeredAtMs, 't'))] : []),
  ].map((note) => `-# ${note}`);
}

interface Found {
  readonly records: readonly MinuteCounts[];
  readonly timeZone: string;
  readonly notes: readonly string[];
  readonly searched: { fromMs: number; toMs: number };
}

async function historyReply(found: Found, deps: CommandDeps): Promise<Reply> {
  const { records, notes, searched } = found;
  const picture = await pictureOf(found, deps);
  const totals = totalsOf(records);
  const peak = records.reduce((most, record) => (record.total > most.total ? record : most));
  return {
    embeds: [
      {
        title: texts.title,
        description: [
          texts.total(totals.total.toLocaleString('en-US')),
          texts.span(spanText(searched)),
          ...notes,
          ...(picture === null ? [answers.noChart] : []),
        ].join('\n'),
        fields: [
          ...countFields(totals),
          {
            name: texts.peak,
            value: texts.peakOf(peak.total.toLocaleString('en-US'), moment(peak.atMs)),
          },
        ],
        footer: { text: answers.scope },
        ...(picture === null ? {} : { image: { url: `attachment://${PICTURE}` } }),
      },
    ],
    files: [...(picture === null ? [] : [picture]), await tableOf(records)],
  };
}

function totalsOf(records: readonly MinuteCounts[]): Counts {
  const sum = (of: (record: MinuteCounts) => number): bigint =>
    records.reduce((total, record) => total + BigInt(of(record)), 0n);
  return {
    passed: sum(({ passed }) => passed),
    flagged: sum(({ flagged }) => flagged),
    deleted: sum(({ deleted }) => deleted),
    total: sum(({ total }) => total),
  };
}

function pictureOf({ records, timeZone }: Found, deps: CommandDeps): Promise<ReplyFile | null> {
  const { buckets, lengthMs } = intoBuckets(records, ({ atMs }) => atMs, {
    most: POINTS,
    leastMs: 60_000,
  });
  const drawing = deps.charts.line({
    title: texts.title,
    subtitle: texts.subtitle(lengthText(lengthMs)),
    unit: texts.unit,
    timeZone,
    stacked: true,
    series: (['passed', 'flagged', 'deleted'] as const).map((part) => ({
      name: parts[part],
      colour: partColours[part],
      points: buckets.map(({ atMs, items }) => [
        atMs,
        items.length === 0 ? null : items.reduce((sum, record) => sum + record[part], 0),
      ]),
    })),
  });
  return chartFile({ name: PICTURE, description: texts.alt }, drawing, deps);
}

async function tableOf(records: readonly MinuteCounts[]): Promise<ReplyFile> {
  const rows = records.map(({ atMs, passed, flagged, deleted, total }) => [
    new Date(atMs).toISOString(),
    passed,
    flagged,
    deleted,
    total,
  ]);
  return { name: TABLE, data: await toCsv(answers.csvHeader, rows), description: texts.csvAlt };
}
