import { expect, it } from 'vitest';
import { createRecentAuthors } from '../../../../src/bot/gateway/recent-authors.ts';

const AUTHOR = { id: 'u', username: 'alice' };

it('finds the author of a message as a member of its server', () => {
  const authors = createRecentAuthors();
  authors.note('g', AUTHOR, { roles: ['r'] });
  expect(authors.find('g', 'u')).toEqual({ roles: ['r'], user: AUTHOR });
  expect(authors.find('other', 'u')).toBeNull();
  expect(authors.find('g', 'other')).toBeNull();
});

it('forgets a member who changed or left', () => {
  const authors = createRecentAuthors();
  authors.note('g', AUTHOR, { roles: [] });
  authors.forget('other', 'u');
  expect(authors.find('g', 'u')).not.toBeNull();
  authors.forget('g', 'u');
  expect(authors.find('g', 'u')).toBeNull();
});

it('forgets everybody when changes may have been missed', () => {
  const authors = createRecentAuthors();
  authors.note('g', AUTHOR, { roles: [] });
  authors.clear();
  expect(authors.find('g', 'u')).toBeNull();
});

it('forgets those who wrote longest ago', () => {
  const authors = createRecentAuthors();
  let others = 0;
  const noteOthers = (count: number): void => {
    for (let left = count; left > 0; left -= 1) authors.note('g', { id: `${(others += 1)}` }, {});
  };
  authors.note('g', { id: 'first' }, {});
  noteOthers(500);
  expect(authors.find('g', 'first')).not.toBeNull();
  noteOthers(502);
  expect(authors.find('g', 'first')).toBeNull();
  expect(authors.find('g', `${others}`)).not.toBeNull();
});
