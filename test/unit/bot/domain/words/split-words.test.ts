import { expect, it } from 'vitest';
import { readLines } from '../../../../../scripts/train/data/authored/read-lines.ts';
import { normaliseText } from '../../../../../src/shared/keywords/normalise.ts';
import { createSteps } from '../../../../../src/shared/steps.ts';
import { createSplitWordFinder } from '../../../../../src/bot/domain/words/split-words.ts';
import { wordOf } from '../../../../helpers/words.ts';

/* What servers block, and short words that two others make up by chance. */
const BLOCKED = `anal anus ass asses bitch cock con cum cunt damn dick del fag fuck gay hell hitler hoe idiot kill kys moron nazi nig
  orgy penis piss porn porno prick pussy puta rape rapist retard sex shit simp slut spic stfu suck tit tits turd twat whore wtf`;

it('harmless lines contain no blocked word in parts', () => {
  const find = createSplitWordFinder(BLOCKED.split(/\s+/).map(wordOf));
  const kinds = ['chat', 'groups', 'knowledge', 'personal', 'reports', 'technical', 'trade'];
  const lines = kinds.flatMap((kind) => Object.values(readLines(`harmless-${kind}`)).flat());
  expect(lines.length).toBeGreaterThan(10_000);
  const found = lines.flatMap((line) => {
    const words: string[] = [];
    find(normaliseText(line), createSteps(), (word) => {
      words.push(word.text);
      return 'next';
    });
    return words.length === 0 ? [] : [{ line, words }];
  });
  expect(found).toEqual([]);
});
