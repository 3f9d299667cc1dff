import type { APIEmbedField } from 'discord.js';
import { answers } from '../texts/stats.ts';

/** The same in every picture of them. */
export const partColours = { passed: 'sky', flagged: 'yellow', deleted: 'vermilion' } as const;

export interface Counts {
  readonly passed: bigint | number;
  readonly flagged: bigint | number;
  readonly deleted: bigint | number;
  readonly total: bigint | number;
}

/** A number and its percent of the whole for each. */
export function countFields(counts: Counts): APIEmbedField[] {
  return (['passed', 'flagged', 'deleted'] as const).map((part) => ({
    name: answers.names[part],
    value: `${counts[part].toLocaleString('en-US')} (${percent(counts[part], counts.total)})`,
    inline: true,
  }));
}

/** Exact for counters beyond what a number holds: counted in thousandths. */
function percent(part: bigint | number, whole: bigint | number): string {
  if (BigInt(whole) === 0n) return '0 %';
  const thousandths = Number((BigInt(part) * 1000n) / BigInt(whole));
  return `${(thousandths / 10).toLocaleString('en-US')} %`;
}
