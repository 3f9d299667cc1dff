import { expect, it } from 'vitest';
import { readUsers, readValues } from '../../../commands/property/action.ts';

it('reads users from mentions and ids', () => {
  expect(readUsers('<@123456789012345678>, <@!223456789012345678>  323456789012345678')).toEqual([
    '123456789012345678',
    '223456789012345678',
    '323456789012345678',
  ]);
  expect(readUsers(' , ')).toBeUndefined();
  expect(readUsers(null)).toBeUndefined();
  expect(() => readUsers('<@&123456789012345678>')).toThrow('is no user');
});

it('keeps ids as texts, since a number would lose their last digits', () => {
  expect(readValues('<@&123456789012345678> 223456789012345678 7 word')).toEqual([
    '123456789012345678',
    '223456789012345678',
    7,
    'word',
  ]);
});
