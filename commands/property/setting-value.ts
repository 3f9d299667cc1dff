import type { SettingKind, SettingValue } from '../../src/bot/command-kit.ts';
import { unquoted } from './words.ts';
import { mentionedId } from '../../src/shared/snowflake.ts';

/** A decimal number that JSON represents exactly. Ids are longer and stay texts. */
const NUMBER = /^-?(?:\d{1,15}|\d{1,8}\.\d{1,7})$/;

/** Parses a value as the setting's kind, or by its form if the kind is unknown. */
export function readValue(typed: string, kind: SettingKind | null): SettingValue {
  const text = typed.trim();
  const quoted = unquoted(text);
  if (quoted !== null) return quoted;
  if (kind?.kind === 'text') return mentionedId('channel', text) ?? text;
  if (kind?.kind === 'word') return text.toLowerCase();
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (kind?.kind === 'boolean' && (word === 'on' || word === 'off')) return word === 'on';
  return NUMBER.test(text) ? Number(text) : text;
}
