import { expect, it } from 'vitest';
import { pageOf, pageRow } from '../../../../commands/shared/page-row.ts';

const row = (page: number, pages: number) =>
  pageRow({ page, pages, back: 'Back', forward: 'Next', customId: (to) => `x:${to}` });

it('leads to the pages beside, and nowhere beyond the ends', () => {
  expect(row(0, 3)[0]?.components).toMatchObject([
    { custom_id: 'x:-1', disabled: true },
    { custom_id: 'x:1', disabled: false },
  ]);
  expect(row(2, 3)[0]?.components).toMatchObject([
    { custom_id: 'x:1', disabled: false },
    { custom_id: 'x:3', disabled: true },
  ]);
  expect(row(0, 1)).toEqual([]);
});

it('shows the last page if the page no longer exists, and the first if it is not a number', () => {
  expect(pageOf(['a', 'b', 'c'], 2, 7)).toEqual({ items: ['c'], page: 1, pages: 2 });
  expect(pageOf(['a', 'b', 'c'], 2, Number.NaN)).toEqual({ items: ['a', 'b'], page: 0, pages: 2 });
  expect(pageOf([], 2, 1)).toEqual({ items: [], page: 0, pages: 1 });
});
