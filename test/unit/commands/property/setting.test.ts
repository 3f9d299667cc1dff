import { expect, it } from 'vitest';
import { readMore } from '../../../../commands/property/setting.ts';
import { UserError } from '../../../../src/shared/errors.ts';
import { translator } from '../../../../src/bot/locales/translate.ts';

const t = translator('en');

it('reads several settings, with values by their kind or form', () => {
  const typed =
    '@property/name="My = server" @property/discord/feature.verify=true, a.b=7 c=on d="7"';
  expect(readMore(typed, t)).toEqual([
    { key: '@property/name', value: 'My = server' },
    { key: '@property/discord/feature.verify', value: true },
    { key: 'a.b', value: 7 },
    { key: 'c', value: 'on' },
    { key: 'd', value: '7' },
  ]);
  expect(readMore(null, t)).toEqual([]);
});

it.each(['name', '=value', '"a b"', 'a=1 b'])('rejects %j', (typed) => {
  expect(() => readMore(typed, t)).toThrow(UserError);
});

it('rejects more than 20 settings at once', () => {
  expect(() => readMore('a=1 '.repeat(19), t)).not.toThrow();
  expect(() => readMore('a=1 '.repeat(20), t)).toThrow('at most 20');
});
