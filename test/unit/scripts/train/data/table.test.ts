import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRecords, readTable } from '../../../../../scripts/train/data/table.ts';

function file(text: string): string {
  const path = join(mkdtempSync(join(tmpdir(), 'table-')), 'table.csv');
  writeFileSync(path, text);
  return path;
}
const CSV = { delimiter: ',', quoted: true };

it('reads quoted fields with delimiters, quotes and line ends inside', () => {
  const path = file('a,b\n"x, ""y""\nz",2\n,\n');
  expect(readTable(path, CSV)).toEqual([
    ['a', 'b'],
    ['x, "y"\nz', '2'],
    ['', ''],
  ]);
});

it('keeps quotes that enclose nothing', () => {
  expect(readTable(file('"a\tb"\r\n'), { delimiter: '\t', quoted: false })).toEqual([['"a', 'b"']]);
});

it('names fields by the header', () => {
  const [row] = readRecords(file('name,age\nAda,36'), CSV);
  expect(Object.fromEntries(row ?? [])).toEqual({ name: 'Ada', age: '36' });
});

it('refuses an unclosed quote', () => {
  expect(() => readTable(file('a,"b'), CSV)).toThrow(SyntaxError);
});
