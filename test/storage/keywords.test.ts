import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../src/lib/logger.ts';
import { openDatabase } from '../../src/storage/database.ts';
import { createKeywords } from '../../src/storage/keywords.ts';
import { tempDir } from '../helpers/temp-dir.ts';

const by = { id: '7', name: 'mira' };
const keyword = (text: string) => ({ text, by, at: 5 });

async function opened(file = join(tempDir(), 'state.sqlite')) {
  const database = await openDatabase(`sqlite:${file}`, silentLogger);
  onTestFinished(() => database.close().catch(() => undefined));
  return { keywords: createKeywords(database, silentLogger), database, file };
}

it('lists what a server registered, in alphabetical order, and nothing of another', async () => {
  const { keywords } = await opened();
  for (const text of ['raid', 'Árbol', '家', 'bomb']) await keywords.add('1', keyword(text));
  await keywords.add('12', keyword('other'));
  expect((await keywords.list('1')).map(({ text }) => text)).toEqual([
    'Árbol',
    'bomb',
    'raid',
    '家',
  ]);
});

it('finds a keyword however it is written', async () => {
  const { keywords } = await opened();
  await keywords.add('1', keyword('Free  Nitro'));
  expect(await keywords.find('1', 'free ni\u200btro')).toEqual(keyword('Free  Nitro'));
  expect(await keywords.find('2', 'free nitro')).toBeNull();
});

it('tells a server only of what it registered itself, or what no server did', async () => {
  const { keywords } = await opened();
  await keywords.add('1', keyword('raid'));
  expect(await keywords.isWanted('1', 'RAID')).toBe(true);
  expect(await keywords.isWanted('2', 'raid')).toBe(false);
  expect(await keywords.isWanted('2', 'bomb')).toBe(true);
});

it('knows whether another server still wants a keyword, also in a new process', async () => {
  const first = await opened();
  await first.keywords.add('1', keyword('raid'));
  await first.keywords.add('2', keyword('Raid'));
  await first.database.close();
  const { keywords } = await opened(first.file);
  expect(await keywords.isWantedElsewhere('1', 'raid')).toBe(true);
  await keywords.remove('2', 'raid');
  expect(await keywords.isWantedElsewhere('1', 'raid')).toBe(false);
  expect(await keywords.isWanted('1', 'raid')).toBe(true);
  expect(await keywords.list('2')).toEqual([]);
});
