import type { APIEmbedField } from 'discord.js';
import type { Translate } from '../../src/bot/command-kit.ts';

/** The results of moderation, in display order. */
export const RESULTS = ['passed', 'flagged', 'deleted'] as const;
export type Result = (typeof RESULTS)[number];

export const RESULT_COLOURS = { passed: 'sky', flagged: 'yellow', deleted: 'vermilion' } as const;

export type Counts = Readonly<Record<Result | 'total', bigint>>;

export function countFields(counts: Counts, t: Translate): APIEmbedField[] {
  const number = new Intl.NumberFormat(t.language);
  const percent = new Intl.NumberFormat(t.language, { style: 'percent', maximumFractionDigits: 1 });
  return RESULTS.map((result) => ({
    name: t(`stats:reply.${result}`),
    value: `${number.format(counts[result])} (${percent.format(shareOf(counts[result], counts.total))})`,
    inline: true,
  }));
}

/** Between 0 and 1, in steps of a thousandth. Exact for counters beyond the range of a number. */
function shareOf(part: bigint, total: bigint): number {
  return total === 0n ? 0 : Number((part * 1000n) / total) / 1000;
}

export function totalText({ total }: Counts, t: Translate): string {
  const formatted = new Intl.NumberFormat(t.language).format(total);
  return t('stats:reply.total', { count: Number(total), total: formatted });
}
