import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createLexicon,
  type Lexicon,
} from '../../../../../src/service/engine/normalise/lexicon.ts';
import { Special, SPECIAL_COUNT } from '../../../../../src/service/engine/normalise/noise.ts';
import { createNormaliser } from '../../../../../src/service/engine/normalise/normalise.ts';

const COMMON = 'st hello you are the world such a i is push it and for pen is in and idiot'.split(
  ' ',
);
/** Words to find behind disguises. */
const ANCHORS = ['killing', 'stupid', 'bastard', 'idiot', 'hello', 'fool', 'hate', 'women'];
const words = [
  ...Array.from({ length: SPECIAL_COUNT }, (_, id) => `\u0001${id}`),
  ...new Set([...COMMON, ...ANCHORS]),
];

function lexiconOf(changes: Partial<Lexicon> = {}): Lexicon {
  const lexicon = createLexicon({
    words,
    costs: Uint8Array.from(words, () => 40),
    anchors: ANCHORS.map((word) => words.indexOf(word)),
    known: new Int32Array(0),
  });
  return { ...lexicon, ...changes };
}
const lexicon = lexiconOf();
const { normalise } = createNormaliser(lexicon);

const SPECIAL_NAMES = new Map<number, string>(
  Object.entries(Special).map(([name, id]) => [id, `<${name}>`]),
);

/** The words of a sample; other tokens in angle brackets, unknown words with a question mark. */
function read(sample: string): string[] {
  const tokens = normalise(sample);
  return Array.from({ length: tokens.count }, (_, at) => {
    const id = tokens.id[at] ?? -1;
    const own = String.fromCharCode(...tokens.letters.subarray(tokens.from[at], tokens.to[at]));
    return id === -1 ? `${own}?` : (SPECIAL_NAMES.get(id) ?? lexicon.wordOf(id));
  });
}

describe('plain text', () => {
  it.each([
    ['words', 'Hello, World', ['hello', 'world']],
    ['contractions', 'you’re', ['youre?']],
    ['accents', 'Héllo wörld', ['hello', 'world']],
    ['ligatures', 'ﬁn', ['fin?']],
    ['words separated by punctuation', 'push-it and/or', ['push', 'it', 'and', 'or?']],
    [
      'words whose letters would form another word together',
      'the pen is in',
      ['the', 'pen', 'is', 'in'],
    ],
    ['numbers', '100 2,024', ['<number>', '<number>', '<number>']],
    ['ordinals and the like', '22nd 4k', ['22nd?', '4k?']],
    ['emphasis', '*hello* **world**', ['hello', 'world']],
    [
      'questions and exclamations, once per run',
      'hello??? you!!!',
      ['hello', '<question>', 'you', '<exclamation>'],
    ],
    ['another script', 'привет 你好', ['привет?', '你好?']],
    ['hashtags with capitals', '#HelloWorld', ['hello', 'world']],
    ['empty text', '', []],
  ])('reads %s', (_name, sample, expected) => {
    expect(read(sample)).toEqual(expected);
  });
});

describe('Discord markup and noise', () => {
  it.each([
    ['mentions', '<@123> <@!123>', ['<mention>', '<mention>']],
    [
      'roles, channels, times, commands',
      '<@&1> <#2> <t:3:R> </say:4>',
      Array<string>(4).fill('<reference>'),
    ],
    ['custom emoji', '<:hello:12> <a:hello:12>', ['<customEmoji>', '<customEmoji>']],
    ['URLs', 'https://hello.world/you?a=b www.hello.world', ['<url>', '<url>']],
    [
      'code, keeping its content',
      '`hello` ```you```',
      ['<code>', 'hello', '<code>', '<code>', 'you', '<code>'],
    ],
    ['spoilers, keeping their content', '||hello||', ['hello']],
    ['smileys', ':) ;-( <3', ['<smile>', '<frown>', '<heart>']],
  ])('reads %s', (_name, sample, expected) => {
    expect(read(sample)).toEqual(expected);
  });
});

describe('a disguise', () => {
  it.each([
    ['leetspeak', 'b4st4rd', 'bastard'],
    ['a symbol for i or l', 'foo1', 'fool'],
    ['a symbol before the word', '!diot', 'idiot'],
    ['a symbol before a digit', 'id!07', 'idiot'],
    ['the same symbol for i and l', 'k1111ng', 'killing'],
    ['a word whose first part is a word', 'st.u.p.i.d', 'stupid'],
    ['a word separated by dots after another word', 'you,f.o.o.l', 'you fool'],
    ['letters separated by dots', 's.t.u.p.i.d', 'stupid'],
    ['letters separated by spaces', 's t u p i d', 'stupid'],
    ['a word split in two', 'stu pidd', 'stu? pidd?'],
    ['a word split into unknown pieces', 'bast ard', 'bastard'],
    ['stretched letters', 'stuuuuupid', 'stupid'],
    ['a doubled letter', 'stuupid', 'stupid'],
    ['zero-width characters', 's\u200btu\u200dpid', 'stupid'],
    ['combining marks', 's\u0336t\u0301upid', 'stupid'],
    ['Cyrillic lookalikes among Latin letters', 'stupіd', 'stupid'],
    ['mathematical letters', '𝓼𝓽𝓾𝓹𝓲𝓭', 'stupid'],
    ['full-width letters', 'ｓｔｕｐｉｄ', 'stupid'],
    ['small capitals', 'ꜱᴛᴜᴘɪᴅ', 'stupid'],
    ['emoji letters', '🅂🅃🅄🄿🄸🄳', 'stupid'],
    ['masked vowels', 'st*p*d', 'stupid'],
    ['everything masked but the first letter', 's*****', 'stupid'],
    ['stars between letters', 's*t*u*p*i*d', 'stupid'],
    ['swapped letters', 'stpuid', 'stupid'],
    ['a dropped letter', 'stupd', 'stupid'],
    ['an extra letter', 'stxupid', 'stupid'],
    ['a wrong letter', 'stupod', 'stupid'],
    ['a sentence without spaces', 'youaresuchafool', 'you are such a fool'],
    ['a sentence spelled out', 'y o u a r e a f o o l', 'you are a fool'],
    ['words spelled out with wider gaps between them', 'y o u   f o o l', 'you fool'],
  ])('is undone: %s', (_name, sample, expected) => {
    expect(read(sample).join(' ')).toBe(expected);
  });

  it('is marked on disguised words only', () => {
    const tokens = normalise('you b4st4rd');
    expect([...tokens.disguised.subarray(0, tokens.count)]).toEqual([0, 1]);
  });

  it('is not assumed for a real word that differs from another by one letter', () => {
    const known = lexiconOf({ isKnown: () => true });
    const tokens = createNormaliser(known).normalise('stupor');
    expect(tokens.id[0]).toBe(-1);
  });

  it('is undone for long words even if few words determine the size of the tables', () => {
    const word = 'abcdefghijklmnopqrstuvwxyz';
    const long = createLexicon({
      words: [word],
      costs: Uint8Array.of(40),
      anchors: [0],
      known: new Int32Array(0),
    });
    expect(createNormaliser(long).normalise('abcdefghijklmn****stuvwxyz').id[0]).toBe(0);
  });

  it('is not assumed for lookalikes in a word of another script', () => {
    expect(read('сова')).toEqual(['сова?']);
  });
});

describe('the source positions', () => {
  it('point to each word, disguised or not', () => {
    const sample = 'hey <@12>, you 𝓼tu\u200bpid f.o.o.l!';
    const tokens = normalise(sample);
    const places = Array.from({ length: tokens.count }, (_, at) =>
      sample.slice(tokens.sourceFrom[at], tokens.sourceTo[at]),
    );
    expect(places).toEqual(['hey', '<@12>', 'you', '𝓼tu\u200bpid', 'f.o.o.l', '!']);
  });

  it('stay within the sample and in order, for any text', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 200 }), (sample) => {
        const tokens = normalise(sample);
        for (let at = 0; at < tokens.count; at += 1) {
          const from = tokens.sourceFrom[at] ?? -1;
          const to = tokens.sourceTo[at] ?? -1;
          expect(from).toBeGreaterThanOrEqual(0);
          expect(to).toBeGreaterThan(from);
          expect(to).toBeLessThanOrEqual(sample.length);
          expect(from).toBeGreaterThanOrEqual(tokens.sourceFrom[at - 1] ?? 0);
        }
      }),
      { seed: 7, numRuns: 500 },
    );
  });

  it('are the same for the same text', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 100 }), (sample) => {
        expect(read(sample)).toEqual(read(sample));
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('the work of the normaliser', () => {
  /** Counts the lookups of words, which dominate the cost beyond the pass over the characters. */
  function lookupsIn(sample: string): number {
    let count = 0;
    const counting = lexiconOf({
      find(hash) {
        count += 1;
        return lexicon.find(hash);
      },
    });
    createNormaliser(counting).normalise(sample);
    return count;
  }

  it.each([
    'a',
    '\u200b',
    '\u0301\u0316',
    'a b ',
    'ab.cd.',
    'zxqv ',
    '4b5$ ',
    'f*',
    '<@1',
    '1a',
    '😂',
    '@',
    '!',
    's t u p i d ',
    'qwertyuiop',
    ':(',
    '`',
    'h',
    '||',
  ])('grows linearly with a flood of %j', (unit) => {
    const small = lookupsIn(unit.repeat(1_000));
    expect(lookupsIn(unit.repeat(10_000))).toBeLessThanOrEqual(small * 10.5 + 100);
  });

  it('undoes disguises only of the first words in a very long text', () => {
    const all = read('st0pid hello world you are '.repeat(100));
    const disguised = all.filter((word) => word.startsWith('st'));
    expect([disguised[0], disguised.at(-1)]).toEqual(['stupid', 'stopid?']);
  });

  it('reads symbols as letters after any number of words', () => {
    expect(read('stup1d '.repeat(300)).every((word) => word === 'stupid')).toBe(true);
  });

  it('joins letters spelled out after separate symbols, whatever the gaps', () => {
    expect(read('1 2 $  t u p i d')).toContain('stupid');
  });

  it('counts four mentions in a row', () => {
    expect(normalise('<@1> '.repeat(300)).count).toBe(4);
    expect(normalise('<@1> '.repeat(300)).sourceTo[3]).toBe(1_499);
  });

  it('counts only the first signs of a message; later ones separate words', () => {
    expect(read(`${'?!'.repeat(300)} hello "world"you`)).toHaveLength(153);
    expect(read(`${'?!'.repeat(300)} hello "world"you`).slice(-3)).toEqual([
      'hello',
      'world',
      'you',
    ]);
  });

  it('counts only the first repeated words, and all new ones', () => {
    expect(read(`${'hello world you are '.repeat(300)} stupid`).at(-1)).toBe('stupid');
    expect(normalise('hello world you are '.repeat(300)).count).toBe(154);
  });

  it('keeps every word of a message of 300 characters', () => {
    expect(normalise('is it in at '.repeat(25)).count).toBe(100);
  });

  it.each([
    ['hello '.repeat(20), 2],
    ['Hello! HELLO! '.repeat(20), 2],
    ['hello world '.repeat(20), 4],
    ['hello you world '.repeat(20), 6],
    ['hello you hello world hello', 5],
  ])('counts the first two of a repeated word or phrase: %j', (sample, count) => {
    expect(read(sample).filter((word) => !word.startsWith('<'))).toHaveLength(count);
  });

  it('drops the shortest words where a text has hardly any others', () => {
    const twelve = 'st is it in qa wb ec rd tf yg uh oj ';
    const tokens = normalise(`${twelve.repeat(100)}hello world`);
    expect(tokens.count).toBeLessThan(1_000);
    expect(tokens.id[tokens.count - 1]).toBe(words.indexOf('world'));
  });

  it.each(['</', '</a', ':\u0153', '\u0153', '"a', '\ufb03 ', '\u2600\u2601', 'b <@1>'])(
    'grows linearly with a flood of %j',
    (unit) => {
      const small = lookupsIn(unit.repeat(1_000));
      expect(lookupsIn(unit.repeat(10_000))).toBeLessThanOrEqual(small * 10.5 + 100);
    },
  );

  it.each(['a', '\u200b', '\u0301\u0316', '!', '?'])(
    'keeps almost nothing of a flood of %j',
    (unit) => {
      expect(normalise(unit.repeat(4_000)).count).toBeLessThanOrEqual(1);
    },
  );
});
