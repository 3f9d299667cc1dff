import { Session } from 'node:inspector/promises';
import { array, assert, asyncProperty, constantFrom } from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

/** Counts of V8's block coverage. */
const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.array(z.object({ count: z.number() })) })),
    }),
  ),
});
const COUNTED = /\/src\/service\/(?:engine|language)\//;

/** Texts that ask for much: disguises, markup, links, rare letters, words split and joined. */
const UNITS: readonly string[] = [
  'a',
  'a b c d ',
  'zxqv wvut ',
  'qwertyuiopasdfgh',
  '4b5$ ',
  'h3 4b 5t b5. a1 k1 $0 4$$ 1a ',
  'f*ck sh*t ',
  'f.u.c.k ',
  'id iot mo ron ',
  'is it to be or at an us me do we go he my up so no by as if in of on am ',
  'kill yourself you worthless idiot ',
  'i will find you and hurt you ',
  'dont you dare not never no ',
  '<@1',
  '<@123456789012345678> ',
  '<a:x:1',
  '</',
  '"a',
  '?!',
  ':) :( ',
  'http://a.b ',
  'www.discord-nitro.gift/',
  'free nitro claim gift ',
  '[discord.com](https://a.b) ',
  'a.b.c.',
  '@a',
  '\u200b',
  '\u0301\u0316',
  '\ufb03 ',
  ':\u0153',
  '\u2600\u2601',
  '\ud83d',
  'привет как дела ',
  'рrivеt ',
  '日本語のテキスト',
  '개새끼 ',
  '𝓱𝓮𝓵𝓵𝓸 ',
  'aGVsbG8gd29ybGQ ',
  'illkay ouyay ',
  "'`’",
  // Zalgo: a letter under many marks.
  `h${'\u0335\u0489\u0360'.repeat(20)}`,
  // Written from right to left, and turned.
  '\u202eمرحبا بالعالم \u202c',
  '<:pepe:123456789012345678>',
  'https://a.b/c?d=e#f ',
  // Markdown in markdown.
  '**__~~||',
  '> - # ',
  '[[[](',
  '```\n`',
  'a@b.c@',
  '1.1.1.',
];
const ORDINARY =
  'I watched the match with my brother last night, and honestly nobody expected them to come back after the break. ' +
  'We should play again on Friday if you are free; bring the snacks and I will set up the server before eight. ';

const textOf = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

describe('the steps that a text costs', { timeout: 120_000 }, () => {
  let stepsOf: (text: string) => Promise<number>;

  beforeAll(async () => {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    // Only what is compiled from now on is counted, and another test may have loaded these modules.
    vi.resetModules();
    const { createTrainedEngine } =
      await import('../../../../src/service/engine/trained-engine.ts');
    const { createLanguageDetector } = await import('../../../../src/service/language/detector.ts');
    const engine = createTrainedEngine();
    const detect = await createLanguageDetector();
    const judge = (text: string): void => {
      engine.assess(text, { ...detect(text), placeCode: 'de' });
    };
    const takeSteps = async (): Promise<number> => {
      const { result } = coverageSchema.parse(await session.post('Profiler.takePreciseCoverage'));
      return result
        .filter(({ url }) => COUNTED.test(url))
        .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
        .reduce((sum, { count }) => sum + count, 0);
    };
    stepsOf = async (text) => {
      // Words that occur for the first time are prepared.
      judge(text);
      await takeSteps();
      judge(text);
      return takeSteps();
    };
  }, 60_000);

  /** How many times the steps ten times the text costs. */
  const growthOf = async (unit: string): Promise<number> =>
    (await stepsOf(textOf(unit, 10_000))) / (await stepsOf(textOf(unit, 1_000)));

  it.each(UNITS)('grow at most twelvefold with ten times the text, of %j', async (unit) => {
    expect(await growthOf(unit)).toBeLessThanOrEqual(12);
  });

  it('grow no faster in texts of any parts', async () => {
    const parts = constantFrom(...UNITS, ...UNITS.map((unit) => unit.trim()), ' ', '\n', '.');
    const texts = array(parts, { minLength: 1, maxLength: 6 }).map((all) => all.join('') || 'a');
    const isLinear = async (unit: string): Promise<boolean> => (await growthOf(unit)) <= 12;
    await expect(
      assert(asyncProperty(texts, isLinear), { numRuns: 25, seed: 7 }),
    ).resolves.toBeUndefined();
  });

  it('are bounded: no text costs three times as much as an ordinary one of the same length', async () => {
    const ordinary = await stepsOf(textOf(ORDINARY, 4_000));
    for (const unit of UNITS) {
      expect([unit, (await stepsOf(textOf(unit, 4_000))) / ordinary]).toEqual([
        unit,
        expect.toSatisfy((ratio: number) => ratio < 3),
      ]);
    }
  });

  it('are counted', async () => {
    expect(await stepsOf(textOf(ORDINARY, 4_000))).toBeGreaterThan(4_000);
  });
});
