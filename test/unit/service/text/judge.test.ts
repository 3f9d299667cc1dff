import { expect, it } from 'vitest';
import { createLanguageDetector } from '../../../../src/service/language/detector.ts';
import { createJudge, type SampleOrigin } from '../../../../src/service/text/judge.ts';
import { engine } from '../../../helpers/engine.ts';

/** A judge that says which texts its engine read. */
async function setup() {
  const read: string[] = [];
  let uuids = 0;
  const judge = createJudge({
    engine: {
      version: engine.version,
      assess(sample, language) {
        read.push(sample);
        return engine.assess(sample, language);
      },
    },
    detectLanguage: await createLanguageDetector(),
    newUuid: () => `${(uuids += 1)}`,
    instanceId: 'i',
  });
  return { read, judge };
}

const MAIN: SampleOrigin = { account: 'main', placeCode: 'de' };

it('reads a repeated text once, and gives each answer an id of its own', async () => {
  const { read, judge } = await setup();
  const first = judge('you are all idiots', MAIN).envelope.response;
  const second = judge('you are all idiots', MAIN).envelope.response;
  expect(read).toEqual(['you are all idiots']);
  expect(second).toEqual({ ...first, metadata: { ...first.metadata, uuid: '2' } });
});

it('reads the text of another account or another place again', async () => {
  const { read, judge } = await setup();
  judge('lol', MAIN);
  judge('lol', { ...MAIN, account: 'other' });
  judge('lol', MAIN);
  judge('lol', { ...MAIN, placeCode: undefined });
  judge('lol');
  expect(read).toHaveLength(5);
});

it('remembers no long texts', async () => {
  const { read, judge } = await setup();
  const text = 'word '.repeat(50);
  judge(text, MAIN);
  judge(text, MAIN);
  expect(read).toHaveLength(2);
});
