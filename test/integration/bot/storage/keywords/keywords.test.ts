import { expect, it } from 'vitest';
import { createKeywords } from '../../../../../src/bot/storage/keywords/keywords.ts';
import { createDeferred } from '../../../../helpers/deferred.ts';
import { describeOnEveryDatabase, openTestState } from '../../../../helpers/test-state.ts';

const by = { id: '7', name: 'mira' };
const keyword = (text: string) => ({ text, by, at: 5 });

describeOnEveryDatabase((newDatabase) => {
  async function openKeywords(url?: string) {
    const state = await openTestState(url ?? (await newDatabase()));
    return { keywords: createKeywords(state.database), close: state.close };
  }

  it('lists one server’s keywords in alphabetical order', async () => {
    const { keywords } = await openKeywords();
    for (const text of ['raid', 'Árbol', '家', 'bomb']) await keywords.add('1', keyword(text));
    await keywords.add('12', keyword('other'));
    expect((await keywords.list('1')).map(({ text }) => text)).toEqual([
      'Árbol',
      'bomb',
      'raid',
      '家',
    ]);
  });

  it('finds a keyword in any spelling', async () => {
    const { keywords } = await openKeywords();
    await keywords.add('1', keyword('Free  Nitro'));
    expect(await keywords.find('1', 'free ni\u200btro')).toEqual(keyword('Free  Nitro'));
    expect(await keywords.find('2', 'free nitro')).toBeNull();
  });

  it('alerts a server only about keywords that it or no server registered', async () => {
    const { keywords } = await openKeywords();
    await keywords.add('1', keyword('raid'));
    expect(await keywords.isWanted('1', 'RAID')).toBe(true);
    expect(await keywords.isWanted('2', 'raid')).toBe(false);
    expect(await keywords.isWanted('2', 'bomb')).toBe(true);
  });

  it('knows whether another server still needs a keyword, across restarts', async () => {
    const url = await newDatabase();
    const first = await openKeywords(url);
    await first.keywords.add('1', keyword('raid'));
    await first.keywords.add('2', keyword('Raid'));
    await first.close();
    const { keywords } = await openKeywords(url);
    expect(await keywords.isWantedElsewhere('1', 'raid')).toBe(true);
    await keywords.remove('2', 'raid');
    expect(await keywords.isWantedElsewhere('1', 'raid')).toBe(false);
    expect(await keywords.isWanted('1', 'raid')).toBe(true);
    expect(await keywords.list('2')).toEqual([]);
  });

  it('runs changes of one keyword one after the other, in any spelling', async () => {
    const { keywords } = await openKeywords();
    const steps: string[] = [];
    const firstMayEnd = createDeferred();
    const first = keywords.withLock('Raid', async () => {
      steps.push('first starts');
      await firstMayEnd.promise;
      steps.push('first ends');
    });
    const second = keywords.withLock('RAID', async () => {
      steps.push('second starts');
    });
    await keywords.withLock('other', async () => {
      steps.push('other keyword');
    });
    expect(steps).toEqual(['first starts', 'other keyword']);
    firstMayEnd.resolve();
    await Promise.all([first, second]);
    expect(steps.slice(2)).toEqual(['first ends', 'second starts']);
  });

  it('runs changes of one keyword alone, also if another process makes them', async ({ skip }) => {
    const url = await newDatabase();
    if (url.startsWith('sqlite:')) return skip('SQLite has one process');
    const here = createKeywords((await openTestState(url)).database);
    const there = createKeywords((await openTestState(url)).database);
    const steps: string[] = [];
    const isHeld = createDeferred();
    const mayEnd = createDeferred();
    const first = here.withLock('Raid', async () => {
      isHeld.resolve();
      await mayEnd.promise;
      steps.push('first ends');
    });
    await isHeld.promise;
    const second = there.withLock('RAID', async () => {
      steps.push('second starts');
    });
    await there.withLock('other', async () => {
      steps.push('other keyword');
    });
    mayEnd.resolve();
    await Promise.all([first, second]);
    expect(steps).toEqual(['other keyword', 'first ends', 'second starts']);
  });
});
