import { expect, it } from 'vitest';
import { MAX_WORDS, type WordList } from '../../../../src/bot/domain/words/server-words.ts';
import { createServerWords } from '../../../../src/bot/storage/server-words.ts';
import { describeOnEveryDatabase, openTestState } from '../../../helpers/test-state.ts';
import { wordOf } from '../../../helpers/words.ts';

const by = { id: '7', name: 'mira' };

describeOnEveryDatabase((newDatabase) => {
  async function openWords(url?: string) {
    const state = await openTestState(url ?? (await newDatabase()));
    const words = createServerWords(state.database);
    return {
      words,
      close: state.close,
      add: (guildId: string, list: WordList, ...texts: string[]) =>
        words.add(guildId, { list, words: texts.map(wordOf), by, at: 5 }),
      blockedIn: async (guildId: string, text: string) =>
        (await words.matcher(guildId)).blockedIn(text),
    };
  }

  it('matches what was added, until it is removed, in that server only', async () => {
    const { words, add, blockedIn } = await openWords();
    expect(await blockedIn('1', 'the cat')).toEqual([]);
    await add('1', 'blocked', 'Cat*');
    expect(await blockedIn('1', 'the cats')).toEqual(['Cat*']);
    expect(await blockedIn('2', 'the cats')).toEqual([]);
    expect(await words.remove('1', wordOf('cat*'))).toMatchObject({
      text: 'Cat*',
      list: 'blocked',
    });
    expect(await words.remove('1', wordOf('cat*'))).toBeNull();
    expect(await blockedIn('1', 'the cats')).toEqual([]);
  });

  it('keeps words across a restart, in alphabetical order', async () => {
    const url = await newDatabase();
    const first = await openWords(url);
    await first.add('1', 'blocked', 'raid', 'Árbol', '家');
    await first.add('1', 'allowed', 'bomb');
    await first.close();
    const { words } = await openWords(url);
    expect(await words.list('1')).toMatchObject([
      { text: 'Árbol', list: 'blocked', by, at: 5 },
      { text: 'bomb', list: 'allowed' },
      { text: 'raid', list: 'blocked' },
      { text: '家', list: 'blocked' },
    ]);
  });

  it('has a word once, on the list it was added to first', async () => {
    const { words, add } = await openWords();
    await add('1', 'blocked', 'cat');
    const { added, existing } = await add('1', 'allowed', 'ＣＡＴ', 'dog', 'Dog');
    expect(added).toMatchObject([{ text: 'Dog' }]);
    expect(existing).toMatchObject([{ text: 'cat', list: 'blocked' }]);
    expect(await words.list('1')).toHaveLength(2);
  });

  it('accepts as many words as there is room for', async () => {
    const { words, add } = await openWords();
    const many = Array.from({ length: MAX_WORDS + 5 }, (_, index) => `word${index}`);
    const { added, leftOut } = await add('1', 'blocked', ...many);
    expect(added).toHaveLength(MAX_WORDS);
    expect(leftOut).toBe(5);
    expect((await add('1', 'blocked', 'other')).leftOut).toBe(1);
    expect((await add('1', 'allowed', 'other')).leftOut).toBe(0);
    expect(await words.list('1')).toHaveLength(MAX_WORDS + 1);
  });

  it('keeps all words that are added at the same time', async () => {
    const { words, add } = await openWords();
    await Promise.all([add('1', 'blocked', 'one'), add('1', 'blocked', 'two'), words.list('1')]);
    expect((await words.list('1')).map(({ text }) => text)).toEqual(['one', 'two']);
  });
});
