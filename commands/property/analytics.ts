import { readCompiled, type CompiledAnalytics } from '../../src/client/outcomes.ts';
import type {
  AutocompleteCall,
  Choice,
  Reply,
  ReplyFile,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { CommandDeps } from '../deps.ts';
import { chartFile } from '../shared/chart-file.ts';
import { options } from '../texts/property.ts';
import { analytics as texts, problems } from '../texts/property-answers.ts';
import { consoleOf } from './console.ts';

/** A tag is valid that long (interface.md, "Limits"). */
const TAGS_MS = 30 * 24 * 60 * 60 * 1000;
const TYPES_SHOWN = 20;
const CHART = 'messages.png';
const COLOURS = { passed: 'green', flagged: 'orange', deleted: 'vermilion' } as const;

/** What happened on a day: numbers, a chart of them, and everything as JSON. */
export async function showAnalytics(
  { interaction, guild, signal }: SlashCall,
  deps: CommandDeps,
): Promise<Reply> {
  const console = consoleOf(deps);
  const tag = interaction.options.getString(options.tag.name.en, true).trim();
  if (!tag.startsWith(`${guild.id}::`)) throw new UserError(problems.otherProperty);
  const payload = await console.analytics(tag, { signal });
  const compiled = readCompiled(payload);
  const chart = await chartOf(compiled, deps);
  const day = tag.slice(guild.id.length + 2).replaceAll(/[^\w-]/g, '-');
  const json = {
    name: `analytics-${day}.json`,
    data: Buffer.from(JSON.stringify(payload, null, 2)),
  };
  const embed = {
    title: texts.title(defuse(tag, 200)),
    description: summaryOf(payload, compiled),
    footer: { text: texts.file },
    ...(chart === null ? {} : { image: { url: `attachment://${CHART}` } }),
  };
  return { embeds: [embed], files: [...(chart === null ? [] : [chart]), json] };
}

export async function suggestTags(
  { interaction, guild, signal }: AutocompleteCall,
  deps: CommandDeps,
): Promise<readonly Choice[]> {
  const typed = interaction.options.getFocused().trim();
  const toMs = deps.clock.now();
  const query = { propertyId: guild.id, fromMs: toMs - TAGS_MS, toMs };
  const { tags } = await consoleOf(deps).available(query, { signal });
  return tags
    .filter((tag) => tag.startsWith(`${guild.id}::`) && tag.includes(typed))
    .sort()
    .reverse()
    .map((tag) => ({ name: tag.slice(guild.id.length + 2), value: tag }));
}

function summaryOf(
  payload: Readonly<Record<string, unknown>>,
  { moderation, actions, omittedEvents }: CompiledAnalytics,
): string {
  // Any key may be absent; those of events hold a list.
  const counts = Object.entries(payload).flatMap(([type, events]) =>
    Array.isArray(events) ? [[type, events.length] as const] : [],
  );
  const section = (title: string, lines: readonly string[]): string[] =>
    lines.length === 0 ? [] : [`**${title}**`, ...lines];
  const lineOf = ([type, count]: readonly [string, number]): string =>
    texts.event(defuse(type, 80), count);
  const sorted = (all: (readonly [string, number])[]): (readonly [string, number])[] =>
    all.sort(([, a], [, b]) => b - a).slice(0, TYPES_SHOWN);
  const lines = [
    ...(moderation === null
      ? []
      : section(texts.messages, [
          texts.counts(moderation.passed, moderation.flagged, moderation.deleted),
        ])),
    ...section(texts.actions, sorted(Object.entries(actions)).map(lineOf)),
    ...section(texts.events, sorted(counts).map(lineOf)),
    ...(omittedEvents > 0 ? [texts.omitted(omittedEvents)] : []),
  ];
  return lines.length === 0 ? texts.nothing : lines.join('\n');
}

/** Null where there is nothing to draw, or it cannot be drawn. */
async function chartOf(
  { moderation }: CompiledAnalytics,
  deps: CommandDeps,
): Promise<ReplyFile | null> {
  if (moderation === null) return null;
  const parts = (['passed', 'flagged', 'deleted'] as const)
    .map((name) => ({ name: texts.parts[name], value: moderation[name], colour: COLOURS[name] }))
    .filter(({ value }) => value > 0);
  if (parts.length === 0) return null;
  const file = { name: CHART, description: texts.chartAlt };
  return chartFile(file, deps.charts.share({ title: texts.chart, parts }), deps);
}
