import { channelMention, userMention, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { CaseFigures, CaseSpan, Count } from '../../domain/figures/case-figures.ts';
import { timestamp } from '../../rendering/format.ts';
import { scoreName } from '../alerts/case-parts.ts';

/** How many lines a list has; Discord allows 1024 characters in a field. */
const MAX_LINES = 6;
const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/** Below the bars, each of which is an hour. */
const HOURS_AXIS = '0     6     12    18   ';

/** A server's figures as an embed that fits on a phone. */
export function figuresEmbed(
  t: Translate,
  { figures, span }: { readonly figures: CaseFigures; readonly span: CaseSpan },
): Required<Pick<APIEmbed, 'description' | 'fields'>> {
  const { total, handled, falsePositives } = figures;
  const from = timestamp(span.fromMs);
  const to = timestamp(span.toMs);
  if (total === 0) return { description: t('stats:reply.server.none', { from, to }), fields: [] };
  const percent = new Intl.NumberFormat(t.language, { style: 'percent', maximumFractionDigits: 1 });
  const share = (count: number): string => percent.format(count / total);
  const description = [
    t('stats:reply.server.total', { count: total, from, to }),
    t('stats:reply.server.handled', { count: handled, share: share(handled) }),
    t('stats:reply.server.falsePositives', {
      count: falsePositives,
      share: share(falsePositives),
    }),
  ].join('\n');
  const list = <Key>(
    counts: readonly Count<Key>[],
    name: (key: Key) => string,
    total = counts.length,
  ): string => listed(t, counts, ({ key, count }) => line(t, name(key), count), total);
  return {
    description,
    fields: [
      field(
        t('stats:reply.server.results'),
        list(figures.results, (key) => t(`effects:outcome.${key}`)),
        true,
      ),
      field(
        t('stats:reply.server.categories'),
        list(figures.categories, (path) => scoreName(t, path)),
        true,
      ),
      field(t('stats:reply.server.channels'), list(figures.channels, channelMention), true),
      field(
        t('stats:reply.server.authors'),
        list(
          figures.authors,
          (id) => (id === null ? t('stats:reply.server.webhook') : userMention(id)),
          figures.authorCount,
        ),
        true,
      ),
      field(t('stats:reply.server.moderators'), moderatorsOf(t, figures)),
      field(t('stats:reply.server.hours'), hoursOf(t, figures.hours)),
    ].filter(({ value }) => value !== ''),
  };
}

function field(name: string, value: string, inline = false): APIEmbedField {
  return { name, value, inline };
}

function line(t: Translate, name: string, count: number): string {
  return `${name} · **${count.toLocaleString(t.language)}**`;
}

function listed<Item>(
  t: Translate,
  items: readonly Item[],
  text: (item: Item) => string,
  total = items.length,
): string {
  const rest = total - MAX_LINES;
  return [
    ...items.slice(0, MAX_LINES).map(text),
    ...(rest > 0 ? [`-# ${t('common:more', { count: rest })}`] : []),
  ].join('\n');
}

function moderatorsOf(t: Translate, { moderators }: CaseFigures): string {
  return listed(t, moderators, ({ key, count, kinds }) => {
    const actions = kinds.map(
      (kind) =>
        `${t(`alerts:moderatorActions.completed.${kind.key}`)} ${kind.count.toLocaleString(t.language)}`,
    );
    return `${line(t, userMention(key), count)}\n-# ${actions.join(' · ')}`;
  });
}

/** A bar for each hour of the day, in a monospaced font. */
function hoursOf(t: Translate, hours: readonly number[]): string {
  const most = Math.max(...hours);
  const bars = hours.map((count) =>
    count === 0 ? ' ' : BARS[Math.max(0, Math.ceil((count / most) * BARS.length) - 1)],
  );
  const busiest = hours.indexOf(most);
  const clock = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;
  return [
    `\`\`\`\n${bars.join('')}\n${HOURS_AXIS}\n\`\`\``,
    t('stats:reply.server.busiest', {
      from: clock(busiest),
      to: clock(busiest + 1),
      count: most,
    }),
  ].join('');
}
