import { expect, it } from 'vitest';
import { readValue } from '../../../../commands/property/setting-value.ts';
import type { SettingKind } from '../../../../src/bot/domain/property-settings.ts';

it.each<[string, string | number | boolean]>([
  ['true', true],
  [' FALSE ', false],
  ['7', 7],
  ['-0.5', -0.5],
  ['on', 'on'],
  ['"7"', '7'],
  ['„wahr“', 'wahr'],
  ['""', ''],
  ['7 days', '7 days'],
  ['1e9', '1e9'],
  ['123456789012345678', '123456789012345678'],
])('reads %j by how it looks where the setting is not known', (typed, value) => {
  expect(readValue(typed, null)).toBe(value);
});

it.each<[string, SettingKind, string | number | boolean]>([
  ['true', { kind: 'text' }, 'true'],
  ['42', { kind: 'text' }, '42'],
  ['<#123456789012345678>', { kind: 'text' }, '123456789012345678'],
  ['Off', { kind: 'word', words: ['off'] }, 'off'],
  ['off', { kind: 'boolean' }, false],
  ['ON', { kind: 'boolean' }, true],
  ['90', { kind: 'number' }, 90],
])('reads %j as a known setting wants it', (typed, kind, value) => {
  expect(readValue(typed, kind)).toBe(value);
});
