import type { Language } from '../locales/languages.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A length of time in its two largest units: `1 hour 30 minutes`. */
export function duration(language: Language, seconds: number): string {
  const parts: string[] = [];
  let rest = seconds;
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
    if (count > 0) parts.push(format.format(count));
  }
  return new Intl.ListFormat(language, { type: 'unit', style: 'narrow' }).format(parts.slice(0, 2));
}

/** A time that everybody sees in their own zone (Discord's timestamp styles). */
export function timestamp(atMs: number, style: 't' | 'T' | 'd' | 'D' | 'f' | 'R' = 'f'): string {
  return `<t:${Math.floor(atMs / 1000)}:${style}>`;
}

/** A score or a confidence with at most two decimal places. */
export function rounded(score: number): string {
  return String(Math.round(score * 100) / 100);
}
