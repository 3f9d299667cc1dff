import { statSync } from 'node:fs';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unveil } from '../../../../scripts/train/data/authored/unveil.ts';
import { CATEGORIES, type Category } from '../../../../src/service/engine/categories.ts';
import type { EngineWeights } from '../../../../src/service/engine/engine-weights.ts';
import type { Weights } from '../../../../src/service/engine/model/weights.ts';
import { loadWeights, WEIGHT_FILES } from '../../../../src/service/engine/engine-weights.ts';
import { createTrainedEngine } from '../../../../src/service/engine/trained-engine.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

const FOLDER = new URL('../../../../src/service/engine/', import.meta.url);
const MAX_BYTES = 10_000_000;

const weights = loadWeights();
const engine = createTrainedEngine(weights);

/** The engine with other action thresholds. */
function withThresholds(changes: Partial<Weights['meta']['thresholds']>) {
  const never = { flagHate: 2, flagAggressive: 2 };
  const thresholds = { ...weights.base.meta.thresholds, ...never, ...changes };
  const base = { ...weights.base, meta: { ...weights.base.meta, thresholds } };
  return createTrainedEngine({ ...weights, base });
}

describe('the weights', () => {
  it('have at most 10 MB together', () => {
    const files = [...Object.values(WEIGHT_FILES), 'scams/domains.bin'];
    const bytes = files.map((file) => statSync(new URL(file, FOLDER)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES);
  });

  it('contain no readable words', () => {
    expect(Buffer.from(weights.base.linear.own.values).includes('stupid')).toBe(false);
    expect(weights.base.lexicon.words).toContain('stupid');
  });

  it('have a higher threshold for deleting than for flagging', () => {
    const { flag, delete: remove } = weights.base.meta.thresholds;
    expect(remove).toBeGreaterThan(flag);
  });
});

describe('harmless text', () => {
  it.each([
    'hello there',
    'Scunthorpe',
    'Sky sources say so',
    'kill the process',
    'I grew up in Scunthorpe, do not kill the process, it is just a class assassin',
    'the class assassinated the bass player in Sussex',
    'damn that was close',
    'I am a gay man',
    'the women are great at this',
    'fire retardant foam',
    'as soon as possible, as is. push-it. T-shirt e.g. U.S.A.',
    'shiitake mushrooms in the cockpit of a peacock',
    '4k 60fps mp3 h2o 1st',
    'my ass',
    'holy shit',
    'привет как дела друзья',
    '你好 世界',
    'I will kill the boss next time',
    'leave me alone',
    'please don’t kill yourself',
    'https://example.org/fuck/you <:fuck:123456789012345678>',
    'npm install discord.js',
    '```js\nconst seen = new Set();\nfor (const word of words) if (!seen.has(word)) seen.add(word);\n```',
    '```py\n@tree.command(name="roll")\nasync def roll(interaction): await interaction.response.send_message(randint(1, 6))\n```',
    "Error: Cannot find module './commands/ban'\nRequire stack:\n- /srv/bot/index.js",
    '- **core:** free the child lists after an abort ([#812](https://github.com/acme/kit/pull/812))',
    '[build]: https://img.shields.io/github/actions/workflow/status/acme/kit/ci.yml',
    '',
  ])('passes: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });
});

describe('a long and polite text', () => {
  it('is a scam if its wording says so', () => {
    const { action, category } = engine.assess(
      'Congratulations! Your number has been selected to receive a guaranteed cash prize of 900 pounds. To claim your prize please call our free customer line today and quote your claim code before the offer expires tonight',
    );
    expect(category).toBe('scam');
    expect(action).not.toBe('pass');
  });

  it('passes if it only invites', () => {
    const { action } = engine.assess(
      'hey everyone, please remember that our community game night starts today at eight, bring your friends and snacks, and call me if you cannot find the room or if your account does not work',
    );
    expect(action).toBe('pass');
  });
});

describe('harmful text', () => {
  it.each([
    'fuck you, you stupid bitch',
    'y0u are a st.u.p.i.d  b 1 t c h',
    'yоu аre a fuсking bitсh',
    unveil('kys ~snttbg~'),
    unveil('hang yourself you ~xvxr~'),
  ])('is deleted: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('delete');
  });

  it.each([
    'you are such an idiot, and a moron',
    'go kill yourself',
    'gg ez noobs, uninstall you trash',
  ])('does not pass: %j', (sample) => {
    expect(engine.assess(sample).action).not.toBe('pass');
  });
});

describe('the head', () => {
  it.each([
    [
      'identityHate',
      'women are vermin and should be deported',
      'my sister and her wife are great women',
    ],
    ['identityMention', 'two muslims live next door', 'two dogs live next door'],
    ['political', 'the senate voted on the tax bill', 'the band played two songs'],
    ['vulgar', 'what the fuck is this shit', 'what on earth is this thing'],
    ['aggressive', 'i will find you and kill you', 'i will find it and bring it to you'],
    ['defensive', 'stop accusing me, i did nothing wrong', 'the weather is nice in june'],
    ['sentiment', 'i love this, thank you so much', 'i hate this, it is terrible'],
  ] as const)('%s scores %j higher than %j', (head, more, less) => {
    expect(engine.assess(more).heads[head]).toBeGreaterThan(engine.assess(less).heads[head]);
  });
});

describe('the action', () => {
  const slot = (category: Category): number => CATEGORIES.indexOf(category);
  const withCategories = (changes: Partial<EngineWeights['categories']['meta']>) =>
    createTrainedEngine({
      ...weights,
      categories: { ...weights.categories, meta: { ...weights.categories.meta, ...changes } },
    });
  const at = (category: Category, threshold: number): number[] =>
    CATEGORIES.map((_, index) => (index === slot(category) ? threshold : 2));

  it.each([
    ['delete', 'threat', 'i will find you and kill you'],
    ['delete', 'selfHarm', 'go kill yourself'],
    ['delete', 'extremism', 'sieg heil brothers'],
    ['delete', 'doxxing', 'his address is 12 oak street springfield'],
    ['delete', 'scam', 'free nitro for everyone https://dlscord-gift.ru/claim'],
    ['flag', 'insult', 'you are such an idiot'],
  ] as const)('is %s for %s: %j', (action, category, sample) => {
    const assessment = engine.assess(sample);
    expect({ action: assessment.action, category: assessment.category }).toEqual({
      action,
      category,
    });
  });

  it.each([
    'kill all jews',
    'all muslims should die',
    'death to all gays',
    'i will rape you',
    'hope your mom dies of cancer',
  ])('is delete for what a moderator decides at a glance: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('delete');
  });

  it.each([
    'trans women are women, simple',
    'let mexicans live their lives',
    'muslims pray, christians pray, jews pray',
    "women's rights are human rights",
    'immigrants built this country',
  ])('is pass for kind words about groups: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });

  it('follows the thresholds of a severe category', () => {
    const sample = 'I have a gun and I am coming to school tomorrow';
    const { threat } = engine.assess(sample).categories;
    const all = { flag: at('threat', 0.5), delete: at('threat', threat) };
    expect(withCategories(all).assess(sample)).toMatchObject({
      action: 'delete',
      category: 'threat',
      confidence: threat,
    });
    const never = { flag: at('threat', 2), delete: at('threat', 2) };
    expect(withCategories(never).assess(sample).action).toBe('pass');
  });

  it.each([
    'fuck cancer',
    'i am a fucking idiot',
    'lmao you dick',
    'this boss is fucking stupid',
    'good game you bastard lol',
  ])('is pass for cursing at nothing, at things, at oneself and among friends: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });

  it.each([
    'he told me to kill myself',
    'i want to kill myself',
    'please don’t kill yourself',
    'muslims pray',
    'gay rights',
    "women's rights are human rights",
    'reported for racism',
  ])('is pass for reports, calls for help and names of groups: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });

  it.each(['i play drow', 'frags', 'nice frags', 'el gato negro'])(
    'is pass for real words that resemble harmful ones: %j',
    (sample) => {
      expect(engine.assess(sample).action).toBe('pass');
    },
  );

  it('has the deciding words in their dictionary form', () => {
    expect(engine.assess('hey you st\u200bupid b1tch, shut up').decidingWords).toContain('bitch');
    expect(engine.assess('hello there').decidingWords).toEqual([]);
  });

  it('has the probability of being right as its confidence', () => {
    const { heads, confidence } = engine.assess('hello there');
    expect(confidence).toBeCloseTo(1 - heads.toxicity);
    const harmful = engine.assess('you should kill yourself');
    expect(harmful.confidence).toBe(harmful.categories.selfHarm);
  });
});

// Upside down, base64, hex, pig latin, backwards, letter emoji, and two other spellings.
describe('a disguise of the whole text', () => {
  it.each([
    'ɟlǝsɹnoʎ llıʞ',
    'a2lsbCB5b3Vyc2VsZg==',
    '6b696c6c20796f757273656c66',
    'illkay ourselfyay',
    'kcuf uoy',
    '<:letter_k:1><:letter_y:1><:letter_s:1>',
    'ƒμ¢к you',
  ])('is seen through: %j', (sample) => {
    const { action, patches } = engine.assess(sample);
    expect({ passes: action === 'pass', undisguised: patches.undisguised }).toEqual({
      passes: false,
      undisguised: true,
    });
  });

  it.each(['sdrawkcab siht si', 'aGVsbG8gdGhlcmU=', 'ellohay erethay', 'ʇxǝʇ sıɥʇ uɹnʇ'])(
    'passes if it hides nothing: %j',
    (sample) => {
      expect(engine.assess(sample).action).toBe('pass');
    },
  );
});

describe('a text in another language', () => {
  const german = { code: 'de', confidence: 1 };

  it('is flagged by its own words, never deleted', () => {
    const { action, category, heads } = engine.assess('du bist so ein arschloch', german);
    expect({ action, category }).toEqual({ action: 'flag', category: 'insult' });
    expect(heads.toxicity).toBeGreaterThan(0.5);
    expect(engine.assess('kill yourself du arschloch', german).action).toBe('flag');
  });

  it('passes with words that are rude in English only', () => {
    expect(engine.assess('das brett ist mir zu dick', german).action).toBe('pass');
    expect(engine.assess('mañana veo al gato negro', { code: 'es', confidence: 1 }).action).toBe(
      'pass',
    );
  });

  it('is read as English if it is short and its accents are a disguise', () => {
    expect(engine.assess('fück yöu', { code: 'de', confidence: 0.8 }).action).toBe('flag');
    expect(engine.assess('kýs nöw', { code: 'de', confidence: 0.8 }).action).toBe('delete');
  });

  it('passes if it is short and has letters that only Vietnamese has', () => {
    expect(engine.assess('Cảm ơn mẹ', { code: 'vi', confidence: 0.82 }).action).toBe('pass');
  });

  it('is also read in the language of its place if it is short', () => {
    const unsure = { code: 'en', confidence: 0.4 };
    const sample = 'arschloch';
    expect(engine.assess(sample, unsure).action).toBe('pass');
    expect(engine.assess(sample, { ...unsure, placeCode: 'de' }).action).toBe('flag');
  });
});

describe('the patch', () => {
  it('is not set for harmless text', () => {
    expect(engine.assess('hello there').patches).toEqual({
      undisguised: false,
      wordChoice: false,
      shortVulgarityLeniency: false,
      curseWord: false,
    });
  });

  it('undisguised is set if the action depends on disguised words', () => {
    const sample = 'fu\u200bck y\u200bou, stu\u200bpid bi\u200btch';
    expect(engine.assess(sample).patches.undisguised).toBe(true);
    expect(engine.assess('fuck you, stupid bitch').patches.undisguised).toBe(false);
  });

  it('curseWord is set if the action depends on a curse word', () => {
    const { patches } = engine.assess('fuck you, you stupid bitch');
    expect(patches).toMatchObject({ curseWord: true, wordChoice: false });
  });

  it('wordChoice is set if the action does not depend on curse words', () => {
    const strict = withThresholds({ flag: 0.5, delete: 1 });
    const { patches } = strict.assess('you are worthless and everybody hates you, go and die');
    expect(patches).toMatchObject({ curseWord: false, wordChoice: true });
  });

  it('shortVulgarityLeniency is set if a short curse at nobody passes', () => {
    const strict = withThresholds({ flag: 0.4, delete: 1 });
    const { action, patches } = strict.assess('holy shit');
    expect({ action, lenient: patches.shortVulgarityLeniency }).toEqual({
      action: 'pass',
      lenient: true,
    });
    expect(strict.assess('fuck you').patches.shortVulgarityLeniency).toBe(false);
  });

  it.each(['shit', 'SHIT!!', 'fuck', 'fuck this', 'what the fuck', 'lmao shit', 'sh1t :('])(
    'shortVulgarityLeniency is set for an exclamation, however hostile it scores: %j',
    (sample) => {
      const strict = withThresholds({ flag: 0.4, delete: 0.5, flagAggressive: 0.1 });
      const { action, patches } = strict.assess(sample);
      expect({ action, lenient: patches.shortVulgarityLeniency }).toEqual({
        action: 'pass',
        lenient: true,
      });
    },
  );

  it.each(['fuck you', '<@12> fuck you', 'fuck off', 'fuck women', 'bitch'])(
    'shortVulgarityLeniency is not set for more than an exclamation: %j',
    (sample) => {
      const strict = withThresholds({ flag: 0.4, flagAggressive: 0.1 });
      expect(strict.assess(sample).action).not.toBe('pass');
    },
  );
});

describe('a harmful term', () => {
  it('has its dictionary form, its position in the sample, and whether it is aimed', () => {
    const sample = 'hey you st\u200bupid b1tch';
    const found = engine.assess(sample).harmfulTerms;
    const bitch = found.find(({ term }) => term === 'bitch');
    expect(bitch).toMatchObject({ aimed: true });
    expect(sample.slice(bitch?.span.from, bitch?.span.to)).toBe('b1tch');
  });

  it('is not aimed if nobody is addressed', () => {
    const [first] = engine.assess('this shit broke again').harmfulTerms;
    expect(first).toMatchObject({ term: 'shit', aimed: false });
  });
});

describe('a flood of', () => {
  const ABUSE = 'go kill yourself, you worthless piece of shit';
  const HALF = 1_950;
  const floods = [
    '"a',
    '?!',
    '\ufb03 ',
    '</',
    '4b5$ ',
    'zxqv wvut ',
    'is a ',
    '\u2600\u2601',
    '<@1>a ',
    '\u0153',
    ':\u0153',
    'a b c d ',
  ];
  const flood = (unit: string): string => unit.repeat(HALF).slice(0, HALF);

  it.each(floods)('%j does not hide abuse after it', (unit) => {
    expect(engine.assess(`${flood(unit)}${flood(unit)} ${ABUSE}`).action).not.toBe('pass');
  });

  it.each(floods)('%j does not hide abuse inside it', (unit) => {
    expect(engine.assess(`${flood(unit)} ${ABUSE} ${flood(unit)}`).action).not.toBe('pass');
  });

  it('symbols does not change the score of abuse after it with its position', () => {
    const sample = `${flood('?!')} you bitch`;
    const [term] = engine.assess(sample).harmfulTerms;
    expect(sample.slice(term?.span.from, term?.span.to)).toBe('bitch');
  });
});

describe('any text', () => {
  it('gets scores in range, and the same ones every time', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (sample) => {
        const assessment = structuredClone(engine.assess(sample));
        const { sentiment, ...scores } = assessment.heads;
        for (const score of [...Object.values(scores), assessment.confidence]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        }
        expect(Math.abs(sentiment)).toBeLessThanOrEqual(1);
        expect(engine.assess(sample)).toEqual(assessment);
      }),
      { numRuns: runs(150) },
    );
  });

  it('is scored independently of earlier texts', () => {
    const fresh = createTrainedEngine(weights).assess('you are such an idiot');
    expect(engine.assess('you are such an idiot')).toEqual(fresh);
  });

  it('is scored in parts if it is long, so that one insult counts', () => {
    const filler = 'we talked about the weather and the garden for a while. '.repeat(12);
    const calm = engine.assess(filler).heads.toxicity;
    const insulting = engine.assess(`${filler} you are a stupid bitch, fuck you. ${filler}`);
    expect(insulting.heads.toxicity).toBeGreaterThan(calm + 0.3);
  });

  it('is tested for patches on its worst part if it is long', () => {
    const filler = 'we talked about the weather and the garden for a while. '.repeat(4);
    const loose = withThresholds({ flag: 0.5, delete: 2 });
    const hidden = 'fu\u200bck y\u200bou, y\u200bou stu\u200bpid bi\u200btch';
    const { action, patches } = loose.assess(`${hidden}. ${filler}`);
    expect({ passes: action === 'pass', undisguised: patches.undisguised }).toEqual({
      passes: false,
      undisguised: true,
    });
    const open = loose.assess(`fuck you, you stupid bitch. ${filler}`);
    expect(open.patches.undisguised).toBe(false);
  });

  it('is read by the second model if it has a word', () => {
    expect(engine.assess('hello').usedSecondModel).toBe(true);
    expect(engine.assess(' \u200b ').usedSecondModel).toBe(false);
  });
});
