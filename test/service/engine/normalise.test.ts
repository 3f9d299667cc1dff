import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../../../src/service/engine/normalise.ts';
import { linesOf } from '../../../src/service/engine/profanity.ts';
import { createRuleEngine } from '../../../src/service/engine/rule-engine.ts';

const texts = (sample: string) => normalise(sample).map((word) => word.text);

describe('normalise', () => {
  it.each([
    ['plain words', 'Hello, World!', ['hello', 'world']],
    ['contractions', "don't you’re", ['dont', 'youre']],
    ['leetspeak', 'h3ll0 w0r1d', ['hello', 'worid']],
    ['numbers, which are no words', '100 2024 3.14', []],
    ['ligatures and accents', 'ﬁancé naïve', ['fiance', 'naive']],
    ['another script as it is', 'привет мир', ['привет', 'мир']],
    ['a lookalike among Latin letters', 'hellо', ['hello']],
    ['letters spelled out', 'h e l l o', ['hello']],
    ['words spelled out, a wider gap between', 'h e l l o  y o u', ['hello', 'you']],
    ['short pieces parted by punctuation', 'he.l.lo', ['hello']],
    ['words parted by punctuation', 'first-class end.Start', ['first', 'class', 'end', 'start']],
    ['a and I', 'I am a b', ['i', 'am', 'a', 'b']],
    ['mentions, as a word without text', 'hi <@!123>', ['hi', '']],
    ['markup', '<@&1> <#2> <a:smile:3> <t:4:R> </say:5> https://a.b/c hi', ['hi']],
    ['a private-use character that looks like a mention', 'a\uE000b cd', ['ab', 'cd']],
    ['lone surrogates', 'he\ud800llo', ['hello']],
    ['nothing', '', []],
  ])('reads %s', (_name, sample, expected) => {
    expect(texts(sample)).toEqual(expected);
  });

  it('keeps both readings of a sign that is an i or an l', () => {
    expect(normalise('ki11')[0]?.readings).toEqual(['kiii', 'kill', 'ki']);
  });

  it('keeps a blanked-out letter apart', () => {
    expect(normalise('h*llo')[0]).toMatchObject({ text: 'hllo', masked: 'h*llo' });
  });

  it.each([
    ['one letter', 'a'],
    ['zero-width spaces', '\u200b'],
    ['combining marks out of order', '\u0301\u0316'],
  ])('makes next to nothing of a flood of %s', (_name, unit) => {
    const lengths = [4_000, 64_000].map((count) => texts(unit.repeat(count)).join('').length);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(3);
  });
});

describe('the work the matcher is given', () => {
  /** What the matcher does is at most the square of a line, times the number of lines. */
  const work = (sample: string) =>
    linesOf(normalise(sample)).reduce((sum, line) => sum + line.text.length ** 2, 0);

  it.each(['kung fu ', 'fuck ', 'janus', 'f1', '@a!1b', '<@1>x ', 'a.b c '])(
    'grows with a flood of %j, not with its square',
    (unit) => {
      const small = work(unit.repeat(2_000));
      expect(work(unit.repeat(20_000))).toBeLessThan(small * 11);
    },
  );
});

describe('any text at all', () => {
  it('gets scores in range, and the same ones again', () => {
    const engine = createRuleEngine();
    assert(
      property(string({ unit: 'binary', maxLength: 300 }), (sample) => {
        const assessment = engine.assess(sample);
        const { sentiment, ...scores } = assessment.heads;
        const inRange = [...Object.values(scores), assessment.confidence].every(
          (score) => score >= 0 && score <= 1,
        );
        expect(inRange).toBe(true);
        expect(Math.abs(sentiment)).toBeLessThanOrEqual(1);
        expect(engine.assess(sample)).toEqual(assessment);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
