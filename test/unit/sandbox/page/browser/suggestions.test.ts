import { expect, it } from 'vitest';
import { createState } from '../../../../../src/sandbox/page/browser/state.ts';
import { suggestions } from '../../../../../src/sandbox/page/browser/view/suggestions.ts';
import { directory } from './directory.ts';

function suggested(text: string) {
  const { main } = createState('dark', 'en-US').panes;
  main.directory = directory;
  main.draft = { ...main.draft, text };
  return suggestions(main).matches.map((one) => (one.kind === 'name' ? one.name : ''));
}

it('suggests names for the beginning of a mention', () => {
  expect(suggested('hello @b')).toEqual(['@Bob', '@Bob Ross']);
  expect(suggested('in #')).toEqual(['#general']);
});

it('suggests nothing for a complete name, so that Enter sends', () => {
  expect(suggested('hello @bob')).toEqual([]);
  expect(suggested('hello @bob ')).toEqual([]);
  expect(suggested('me@b')).toEqual([]);
});
