import type { Translate } from '../../src/bot/command-kit.ts';

/** Joins as many parts as fit into `maxLength` characters, and counts the rest. */
export function listed(
  parts: readonly string[],
  { separator, maxLength }: { readonly separator: string; readonly maxLength: number },
  t: Translate,
): string {
  const more = (count: number): string => t('common:more', { count });
  const all = parts.join(separator);
  if (all.length <= maxLength) return all;
  let shown = '';
  for (const [index, part] of parts.entries()) {
    const next = index === 0 ? part : `${shown}${separator}${part}`;
    if (next.length + separator.length + more(parts.length).length > maxLength) {
      return `${shown}${separator}${more(parts.length - index)}`;
    }
    shown = next;
  }
  return shown;
}
