import { channelMention, userMention, type APIEmbed, type APIEmbedField } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { caseResultSchema } from '../../domain/figures/case-figures.ts';
import type { Digest } from '../../domain/posts/digest.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { defuse, truncate } from '../../rendering/sanitize.ts';
import { linkTo, REF_LENGTH } from './keyword-alert.ts';

const PURPLE = 0x9b59b6;
const FIELD_LENGTH = 1024;
/** How many rows of a count are shown. */
const ROWS = 8;

/** Identifies the post of a digest, so that it is found again. */
export function digestRef({ ref }: Pick<Digest, 'ref'>): string {
  return ref.slice(0, REF_LENGTH);
}

/** The single post that counts many alerts. */
export function digestEmbed(
  { t, mention }: Pick<Renderer, 't' | 'mention'>,
  digest: Digest,
): APIEmbed {
  const { total, cases, reviews, openedAt, byResult, byKeyword, byChannel, byAuthor } = digest;
  const hits = total - cases - reviews;
  const since = timestamp(openedAt, 'T');
  const command = mention('case list');
  const jump = t('digest:jump');
  const latest = digest.latest
    .toReversed()
    .map(
      (place) =>
        `${defuse(place.keyword, 50)} · ${userMention(place.authorId)} · [${jump}](${linkTo(place)})`,
    );
  const nameOf = (name: string): string => defuse(name, 80);
  return {
    color: PURPLE,
    title: t('digest:title'),
    description: [
      ...(cases === 0 ? [] : [t('digest:cases', { count: cases, since, command })]),
      ...(reviews === 0
        ? []
        : [t('digest:reviews', { count: reviews, since, command: mention('appeals') })]),
      ...(hits === 0 ? [] : [t('digest:hits', { count: hits, since })]),
    ].join('\n'),
    fields: [
      countField(
        t('digest:byResult'),
        rowsOf(t, byResult, { total: cases, show: (result) => resultName(t, result) }),
      ),
      countField(t('digest:byKeyword'), rowsOf(t, byKeyword, { total: hits, show: nameOf })),
      countField(
        t('digest:byChannel'),
        rowsOf(t, byChannel, { total: cases + hits, show: channelMention }),
      ),
      countField(
        t('digest:byAuthor'),
        rowsOf(t, byAuthor, { total: cases + hits, show: userMention }),
      ),
      { name: t('digest:latest'), value: truncate(latest.join('\n'), FIELD_LENGTH) },
    ].filter(({ value }) => value !== ''),
    footer: { text: t('digest:footer', { ref: digestRef(digest) }) },
  };
}

function resultName(t: Translate, result: string): string {
  const parsed = caseResultSchema.safeParse(result);
  return parsed.success ? t(`effects:outcome.${parsed.data}`) : result;
}

function countField(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

/** The largest counts, and how much of `total` they leave out. */
function rowsOf(
  t: Translate,
  counts: Readonly<Record<string, number>>,
  { total, show }: { total: number; show: (name: string) => string },
): string {
  const most = Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, ROWS);
  if (most.length === 0) return '';
  const rest = total - most.reduce((sum, [, count]) => sum + count, 0);
  const rows = most.map(([name, count]) => `${show(name) || '?'}: ${count}`);
  const lines = rest > 0 ? [...rows, t('digest:more', { count: rest })] : rows;
  return truncate(lines.join('\n'), FIELD_LENGTH);
}
