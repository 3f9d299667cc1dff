import { englishDataset } from 'obscenity';
import { describe, expect, it } from 'vitest';
import { createRuleEngine } from '../../../src/service/engine/rule-engine.ts';

const engine = createRuleEngine();

/**
 * A slur, taken from the dataset so that none is spelled out here: the entry of the dataset that starts with the
 * letter and has the length given.
 */
function slur(initial: string, length: number): string {
  const { blacklistedTerms } = englishDataset.build();
  const terms = blacklistedTerms.map(
    ({ id }) =>
      englishDataset.getPayloadWithPhraseMetadata({
        termId: id,
        startIndex: 0,
        endIndex: 0,
        matchLength: 0,
      }).phraseMetadata?.originalWord ?? '',
  );
  const found = terms.find((term) => term.startsWith(initial) && term.length === length);
  if (found === undefined) throw new Error('the dataset has no such term');
  return found;
}
const SLUR = slur('n', 6);

describe('clean text', () => {
  it.each([
    'hello there',
    'Scunthorpe',
    'Sky sources say so',
    'kill the process',
    'class assassin',
    'the class assassinated the bass player in Sussex',
    'damn',
    'damn that was close',
    'this game is trash',
    'I am a gay man',
    'the women are great at this',
    'Montenegro and Nigeria',
    'fire retardant foam',
    'as soon as possible, as is. push-it. T-shirt e.g. U.S.A.',
    'Dickens wrote, Moby Dick swam',
    'shiitake mushrooms in the cockpit of a peacock',
    'a*s + b*s = c',
    '4k 60fps mp3 h2o 1st',
    "who're you and he'll see",
    'kung fu with Dick van Dyke',
    'gg ez noobs',
    'my ass',
    'gato negro',
    'check if ckan is up',
    'привет как дела друзья',
    '你好 世界',
    'I will kill the boss next time',
    'leave me alone',
    'https://example.org/fuck/you <:fuck:123456789012345678>',
  ])('lets %j pass', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });

  it.each(["please don't kill yourself", "you're not an idiot", 'never say you hate muslims'])(
    'lets the negated %j pass',
    (sample) => {
      expect(engine.assess(sample).action).toBe('pass');
    },
  );
});

describe('text for people to look at', () => {
  it.each([
    'this is fucking great',
    'fuck fuck fuck this fucking shit',
    'this is shit',
    'double penetration',
    'you are an idiot',
    "you're so stupid",
    'your an idiot',
    '<@123456789012345678> is a moron',
    'moron!',
    'shut up',
    'fuck you',
    'i hate jews',
    'immigrants are vermin',
    'im gonna beat you',
  ])('flags %j', (sample) => {
    expect(engine.assess(sample).action).toBe('flag');
  });
});

describe('text to delete', () => {
  it.each([
    'you fucking cunt',
    'you fucking idiot',
    'fuck you you stupid bitch',
    'kill yourself',
    'kys',
    'i will kill you',
    'im gonna find <@123456789012345678> and murder <@123456789012345678>',
    'kill all muslims',
    'kill all black people',
    `what a ${SLUR}`,
  ])('deletes %j', (sample) => {
    expect(engine.assess(sample).action).toBe('delete');
  });
});

describe('disguises', () => {
  /** Another letter for each: moved by so many code points. */
  const moved = (offset: number) => (text: string) =>
    Array.from(text, (letter) => String.fromCodePoint(letter.charCodeAt(0) + offset)).join('');
  const parted = (separator: string) => (text: string) => Array.from(text).join(separator);
  const replaced = (pairs: Record<string, string>) => (text: string) =>
    Array.from(text, (letter) => pairs[letter] ?? letter).join('');
  const leet = replaced({ i: '1', e: '3', u: 'u', a: '@', s: '$', o: '0' });

  const disguises: readonly (readonly [string, (text: string) => string])[] = [
    ['in capitals', (text) => text.toUpperCase()],
    ['in leetspeak', leet],
    ['spaced out', parted(' ')],
    ['with dots', parted('.')],
    ['with hyphens', parted('-')],
    ['with emoji between', parted('🔥')],
    ['with zero-width spaces', parted('\u200b')],
    ['with soft hyphens and joiners', parted('\u00ad\u200d')],
    ['with NULs', parted('\u0000')],
    ['under combining marks', parted('\u0336\u0301')],
    ['in mathematical letters', moved(0x1d4ea - 97)],
    ['in full-width letters', moved(0xfee0)],
    ['in negative squared letters', moved(0x1f170 - 97)],
    ['in regional indicators', (text) => parted('\u200b')(moved(0x1f1e6 - 97)(text))],
    ['in Cyrillic lookalikes', replaced({ c: 'с', e: 'е', i: 'і', y: 'у', o: 'о', s: 'ѕ' })],
    ['stretched', (text) => text.replace(/[iuey]/g, (letter) => letter.repeat(9))],
    ['as a spoiler', (text) => `||${text}||`],
    ['in bold', (text) => `**${text}**`],
  ];

  it.each(disguises)('finds a curse, a threat and a slur %s', (_name, disguise) => {
    const actions = ['fuck', 'kys', SLUR].map((text) => engine.assess(disguise(text)).action);
    expect(actions).toEqual(['flag', 'delete', 'delete']);
  });

  it.each(['f*ck', 's**t this', 'b***h please', 'sh!t'])('finds the blanked-out %j', (sample) => {
    expect(engine.assess(sample).action).toBe('flag');
  });

  it('says that a disguise was undone, and only then', () => {
    expect(engine.assess('f.u.c.k').patches.undisguised).toBe(true);
    expect(engine.assess('fuck').patches.undisguised).toBe(false);
    expect(engine.assess('h.e.l.l.o').patches.undisguised).toBe(false);
  });
});

describe('scores', () => {
  it('rise from a plain word over a curse and an attack to a slur', () => {
    const toxicity = ['hello', 'fuck this', 'fuck you', `you ${SLUR}`].map(
      (sample) => engine.assess(sample).heads.toxicity,
    );
    expect(toxicity).toEqual(toxicity.toSorted((a, b) => a - b));
    expect(new Set(toxicity).size).toBe(4);
  });

  it.each([
    ['defensive', 'leave me alone', 'hello there'],
    ['political', 'the president lost the election', 'the boss lost the match'],
    ['vulgar', 'this is shit', 'this is ship'],
    ['aggressive', 'you are an idiot', 'you are an angel'],
    ['identityHate', 'i hate jews', 'i like jews'],
    ['identityMention', 'i like jews', 'i like tea'],
    ['sentiment', 'i love this, great work', 'this is awful and i hate it'],
  ] as const)('%s is higher for %j than for %j', (head, more, less) => {
    expect(engine.assess(more).heads[head]).toBeGreaterThan(engine.assess(less).heads[head]);
  });

  it('give a good mood a positive sentiment, a bad one a negative, none zero', () => {
    const signs = ['this is fucking great', 'not good', 'the table'].map((sample) =>
      Math.sign(engine.assess(sample).heads.sentiment),
    );
    expect(signs).toEqual([1, -1, 0]);
  });
});

describe('patches', () => {
  it('name the list that decided', () => {
    expect(engine.assess('this is shit').patches).toMatchObject({
      curseWord: true,
      wordChoice: false,
    });
    expect(engine.assess('kill yourself').patches).toMatchObject({
      curseWord: false,
      wordChoice: true,
    });
    expect(engine.assess('hello').patches).toMatchObject({ curseWord: false, wordChoice: false });
  });

  it('are lenient with a mild word only in a short message that is about nobody', () => {
    const lenient = ['my ass', 'he sat on his big fat ass', 'you ass'].map(
      (sample) => engine.assess(sample).patches.shortVulgarityLeniency,
    );
    expect(lenient).toEqual([true, false, false]);
  });

  it('list what was found in dictionary form, and whether it is aimed', () => {
    expect(engine.assess('you stuuuupid 1d10t').found).toEqual([
      { term: 'stupid', aimed: true },
      { term: 'idiot', aimed: true },
    ]);
  });
});
