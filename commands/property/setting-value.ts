import type { SettingKind, SettingValue } from '../../src/moderation/property-settings.ts';

/** A decimal number that JSON holds without losing digits; an id is longer, and a text. */
const NUMBER = /^-?(?:\d{1,15}|\d{1,8}\.\d{1,7})$/;
const CHANNEL = /^<#(\d{15,20})>$/;
const QUOTED = /^(["“„«])([\s\S]*)(["”“»])$/;

/** What a typed value means: as the setting wants it where that is known, else by how it looks. */
export function readValue(typed: string, kind: SettingKind | null): SettingValue {
  const text = typed.trim();
  const quoted = QUOTED.exec(text)?.[2];
  if (quoted !== undefined) return quoted;
  if (kind?.kind === 'text') return CHANNEL.exec(text)?.[1] ?? text;
  if (kind?.kind === 'word') return text.toLowerCase();
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  if (kind?.kind === 'boolean' && (word === 'on' || word === 'off')) return word === 'on';
  return NUMBER.test(text) ? Number(text) : text;
}
