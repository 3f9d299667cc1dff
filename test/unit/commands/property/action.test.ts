import { expect, it } from 'vitest';
import { readTargets, readValues } from '../../../../commands/property/action.ts';

it('reads users from mentions and ids', () => {
  expect(readTargets('<@123456789012345678>, <@!223456789012345678>  323456789012345678')).toEqual([
    '123456789012345678',
    '223456789012345678',
    '323456789012345678',
  ]);
  expect(readTargets(' , ')).toBeUndefined();
  expect(readTargets(null)).toBeUndefined();
});

it('reads channels, roles and words as targets', () => {
  expect(readTargets('<#123456789012345678> <@&223456789012345678> lobby "the lobby"')).toEqual([
    '123456789012345678',
    '223456789012345678',
    'lobby',
    'the lobby',
  ]);
});

it('keeps ids as texts, because a number would lose their last digits', () => {
  expect(readValues('<@&123456789012345678> 223456789012345678 7 word')).toEqual([
    '123456789012345678',
    '223456789012345678',
    7,
    'word',
  ]);
});

it('reads values with spaces in quotes, which stay texts', () => {
  expect(readValues('"two words" „7“, “a, b” it\'s 3" x')).toEqual([
    'two words',
    '7',
    'a, b',
    "it's",
    3,
    '"',
    'x',
  ]);
});
