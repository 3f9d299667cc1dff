import { expect, it } from 'vitest';
import { fromMentions, toMentions } from '../../../../../src/sandbox/page/browser/mentions.ts';
import { directory } from './directory.ts';

it.each([
  ['hi @Bob!', 'hi <@1>!'],
  ['hi @bob ross, in #general', 'hi <@2>, in <#4>'],
  ['@Trusted', '<@&3>'],
  ['@Bobby and mail@Bob', '@Bobby and mail@Bob'],
])('writes the names in “%s” as mentions', (typed, sent) => {
  expect(toMentions(typed, directory)).toBe(sent);
});

it('shows mentions as they are typed', () => {
  expect(fromMentions('hi <@2>, in <#4>, <@99>', directory)).toBe(
    'hi @Bob Ross, in #general, <@99>',
  );
});
