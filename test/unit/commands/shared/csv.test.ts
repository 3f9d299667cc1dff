import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../../commands/shared/csv.ts';

async function csv(...cells: (string | number | bigint | null)[]): Promise<string> {
  const table = await toCsv(['a'], [cells]);
  return table.toString('utf8').replace('\uFEFFa\r\n', '');
}

describe('toCsv', () => {
  it('begins with the mark that spreadsheets know UTF-8 by, and the header', async () => {
    const table = await toCsv(['time', 'score'], [['x', 1]]);
    expect(table.toString('utf8')).toBe('\uFEFFtime,score\r\nx,1\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', ' =1', '\t=1', '\u200b=1', '＝1', '\r=1'])(
    'makes a text of the formula %j',
    async (text) => {
      expect(await csv(text)).toMatch(/^"?'/);
    },
  );

  it('leaves numbers as they are', async () => {
    expect(await csv(-0.5, 3n, null, 12)).toBe('-0.5,3,,12\r\n');
  });

  it('quotes separators, quotes and lines', async () => {
    expect(await csv('a,b', 'say "hi"', 'one\ntwo')).toBe('"a,b","say ""hi""","one\ntwo"\r\n');
  });

  it('writes all rows of a long table, in order, without blocking other work', async () => {
    const rows = Array.from({ length: 5000 }, (_, index) => [index]);
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      turns += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const table = await toCsv(['a'], rows);
    isOver = true;
    expect(turns).toBeGreaterThan(20);
    expect(table.toString('utf8')).toBe(`\uFEFFa\r\n${rows.join('\r\n')}\r\n`);
  });
});
