import { expect, it } from 'vitest';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import { loadWeights } from '../../../../../src/service/engine/engine-weights.ts';
import { createCalibration } from '../../../../../src/service/engine/severity/calibration.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

const { meta, adjustment } = loadWeights().categories;
const calibration = createCalibration(meta, adjustment);

it('rules no category out that the facts could make likely', () => {
  const random = createRandom(3);
  const share = (): number => 0.001 + 0.998 * random.next();
  let ruledOut = 0;
  for (let text = 0; text < 5_000; text += 1) {
    calibration.own(Float64Array.from(CATEGORIES, () => random.normal() * 8));
    const adjusted = calibration.adjusted({
      heads: {
        toxicity: share(),
        identityMention: share(),
        identityHate: share(),
        political: share(),
        vulgar: share(),
        aggressive: share(),
        defensive: share(),
        sentiment: 2 * share() - 1,
      },
      words: Math.ceil(60 * random.next()),
    });
    for (const [slot, category] of CATEGORIES.entries()) {
      const limits = new Float64Array(CATEGORIES.length).fill(Infinity);
      limits[slot] = 2 * random.normal();
      if (calibration.mayReach(limits)) continue;
      ruledOut += 1;
      expect(Math.log(adjusted[category] / (1 - adjusted[category]))).toBeLessThan(limits[slot]);
    }
  }
  expect(ruledOut).toBeGreaterThan(1_000);
});
