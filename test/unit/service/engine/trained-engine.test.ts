import { statSync } from 'node:fs';
import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Weights } from '../../../../src/service/engine/model/weights.ts';
import { loadWeights } from '../../../../src/service/engine/engine-weights.ts';
import { createTrainedEngine } from '../../../../src/service/engine/trained-engine.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

const WEIGHTS_FILE = new URL('../../../../src/service/engine/weights.bin', import.meta.url);
const MAX_FILE_BYTES = 3_000_000;

const weights = loadWeights();
const engine = createTrainedEngine(weights);

/** The engine with other action thresholds. */
function withThresholds(changes: Partial<Weights['meta']['thresholds']>) {
  const never = { flagHate: 2, flagAggressive: 2 };
  const thresholds = { ...weights.base.meta.thresholds, ...never, ...changes };
  const base = { ...weights.base, meta: { ...weights.base.meta, thresholds } };
  return createTrainedEngine({ ...weights, base });
}

describe('the weights file', () => {
  it('is at most 3 MB', () => {
    expect(statSync(WEIGHTS_FILE).size).toBeLessThanOrEqual(MAX_FILE_BYTES);
  });

  it('contains no readable words', () => {
    expect(Buffer.from(weights.base.linear.own.values).includes('stupid')).toBe(false);
    expect(weights.base.lexicon.words).toContain('stupid');
  });

  it('has a higher threshold for deleting than for flagging', () => {
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
    '',
  ])('passes: %j', (sample) => {
    expect(engine.assess(sample).action).toBe('pass');
  });
});

describe('harmful text', () => {
  it.each([
    'fuck you, you stupid bitch',
    'y0u are a st.u.p.i.d  b 1 t c h',
    'yоu аre a fuсking bitсh',
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
  it('follows the thresholds', () => {
    const sample = 'you are an idiot';
    const { toxicity } = engine.assess(sample).heads;
    expect(withThresholds({ flag: toxicity, delete: 1 }).assess(sample).action).toBe('flag');
    expect(withThresholds({ flag: 0, delete: toxicity }).assess(sample).action).toBe('delete');
    expect(withThresholds({ flag: toxicity + 1e-6, delete: 1 }).assess(sample).action).toBe('pass');
  });

  it('is flag if hate or aggression alone is certain enough', () => {
    const sample = 'i will find you';
    const { identityHate, aggressive } = engine.assess(sample).heads;
    const never = { flag: 2, delete: 2 };
    expect(withThresholds({ ...never, flagHate: identityHate }).assess(sample)).toMatchObject({
      action: 'flag',
      confidence: identityHate,
    });
    expect(withThresholds({ ...never, flagAggressive: aggressive }).assess(sample)).toMatchObject({
      action: 'flag',
      confidence: aggressive,
    });
  });

  it('has the probability of being right as its confidence', () => {
    const { heads, confidence } = engine.assess('hello there');
    expect(confidence).toBeCloseTo(1 - heads.toxicity);
    const harmful = engine.assess('fuck you, you stupid bitch');
    expect(harmful.confidence).toBe(harmful.heads.toxicity);
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

  it.each(['fuck you', '<@12> fuck', 'fuck off', 'fuck women', 'bitch'])(
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
      { numRuns: runs(300) },
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
    const { action, patches } = loose.assess(`fuck you, you stupid bitch. ${filler}`);
    expect({ action, curseWord: patches.curseWord }).toEqual({ action: 'flag', curseWord: true });
    expect(patches.undisguised).toBe(false);
  });

  it('is read by the second model if it has a word', () => {
    expect(engine.assess('hello').usedSecondModel).toBe(true);
    expect(engine.assess(' \u200b ').usedSecondModel).toBe(false);
  });
});
