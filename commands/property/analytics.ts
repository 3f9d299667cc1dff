import { readCompiled, type CompiledAnalytics } from '../../src/service-api/client/outcomes.ts';
import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  defuse,
  type Reply,
  type ReplyFile,
  type SlashCall,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { readSpan } from '../shared/span-input.ts';
import { chartFile, chartTranslator } from '../shared/chart-file.ts';
import { consoleOf } from './console.ts';
import { RESULTS } from '../stats/counts.ts';

/** How long the service keeps audit data (interface.md, "Limits"). */
const RETENTION_MS = 90 * 24 * 60 * 60 * 1000;
const MAX_TYPES = 20;
const MAX_DAYS = 120;
const CHART = 'messages.png';
const COLOURS = { passed: 'green', flagged: 'orange', deleted: 'vermilion' } as const;

/** Shows a day's events as numbers, as a chart, and in full as JSON. */
export async function showAnalytics(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { interaction, guild, signal, t } = call;
  const console = consoleOf(call, deps);
  const tag = interaction.options.getString('tag', true).trim();
  if (!tag.startsWith(`${guild.id}::`)) throw new UserError(t('property:reply.otherProperty'));
  const payload = await console.analytics(tag, { signal });
  const compiled = readCompiled(payload);
  const chart = await chartOf(compiled, t, deps);
  const day = dayOf(tag).replaceAll(/[^\w-]/g, '-');
  const json = {
    name: `analytics-${day}.json`,
    data: Buffer.from(JSON.stringify(payload, null, 2)),
  };
  const embed = {
    title: t('property:reply.analytics.title', { tag: defuse(tag, 200) }),
    description: summaryOf(payload, compiled, t),
    footer: { text: t('property:reply.analytics.file') },
    ...(chart === null ? {} : { image: { url: `attachment://${CHART}` } }),
  };
  return { embeds: [embed], files: [...(chart === null ? [] : [chart]), json] };
}

/** Lists the days of a time frame that have analytics. Default: all that the service keeps. */
export async function showAvailable(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, signal, t, mention } = call;
  const console = consoleOf(call, deps);
  const { fromMs, toMs } = await readSpan(call, deps, RETENTION_MS);
  if (fromMs > toMs) throw new UserError(t('times:wrongOrder'));
  const { tags } = await console.available({ propertyId: guild.id, fromMs, toMs }, { signal });
  const days = tags.filter((tag) => tag.startsWith(`${guild.id}::`)).map(dayOf);
  if (days.length === 0) return { content: t('property:reply.available.none') };
  const newestFirst = days.sort().reverse().slice(0, MAX_DAYS);
  const title = t('property:reply.available.title', { count: days.length });
  const description = newestFirst.map((day) => `\`${defuse(day, 20)}\``).join(' ');
  const hint = t('property:reply.available.hint', { command: mention('property analytics') });
  return { embeds: [{ title, description: `${description}\n\n${hint}` }] };
}

export async function suggestTags(
  { interaction, guild, signal, t }: AutocompleteCall,
  deps: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().trim();
  const toMs = deps.clock.now();
  const query = { propertyId: guild.id, fromMs: toMs - RETENTION_MS, toMs };
  const { tags } = await consoleOf({ t }, deps).available(query, { signal });
  return tags
    .filter((tag) => tag.startsWith(`${guild.id}::`) && tag.includes(typed))
    .sort()
    .reverse()
    .map((tag) => ({ name: dayOf(tag), value: tag }));
}

/** The day of a tag. The embedded service adds the day of issue to tags of older days. */
function dayOf(tag: string): string {
  const date = tag.slice(tag.indexOf('::') + 2);
  return /^\d{4}-\d{2}-\d{2}(?=@)/.exec(date)?.[0] ?? date;
}

function summaryOf(
  payload: Readonly<Record<string, unknown>>,
  { moderation, actions, omittedEvents }: CompiledAnalytics,
  t: Translate,
): string {
  // Any key may be absent. Events' keys contain lists.
  const counts = Object.entries(payload).flatMap(([type, events]) =>
    Array.isArray(events) ? [[type, events.length] as const] : [],
  );
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`**${title}**`, ...lines];
  const lineOf = ([type, count]: readonly [string, number]): string =>
    t('property:reply.analytics.event', { type: defuse(type, 80), count });
  const sorted = (all: (readonly [string, number])[]): (readonly [string, number])[] =>
    all.sort(([, a], [, b]) => b - a).slice(0, MAX_TYPES);
  const lines = [
    ...(moderation === null
      ? []
      : section(t('property:reply.analytics.messages'), [countsText(moderation, t)])),
    ...section(t('property:reply.analytics.actions'), sorted(Object.entries(actions)).map(lineOf)),
    ...section(t('property:reply.analytics.events'), sorted(counts).map(lineOf)),
    ...(omittedEvents > 0 ? [t('property:reply.analytics.omitted', { count: omittedEvents })] : []),
  ];
  return lines.length === 0 ? t('property:reply.analytics.none') : lines.join('\n');
}

function countsText(
  { passed, flagged, deleted }: NonNullable<CompiledAnalytics['moderation']>,
  t: Translate,
): string {
  const total = passed + flagged + deleted;
  return t('property:reply.analytics.counts', { total, passed, flagged, deleted });
}

/** Null: no data, or drawing failed. */
async function chartOf(
  { moderation }: CompiledAnalytics,
  t: Translate,
  deps: CommandDeps,
): Promise<ReplyFile | null> {
  if (moderation === null) return null;
  const chartT = chartTranslator(t);
  const parts = RESULTS.map((result) => ({
    name: chartT(`stats:reply.${result}`),
    value: moderation[result],
    colour: COLOURS[result],
  })).filter(({ value }) => value > 0);
  if (parts.length === 0) return null;
  const file = { name: CHART, description: t('property:reply.analytics.chartAlt') };
  const title = chartT('property:reply.analytics.chart');
  return chartFile(file, deps.charts.share({ title, parts }), deps);
}
