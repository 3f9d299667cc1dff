import { describe, expect, it } from 'vitest';
import { ATTACKS, attackText } from '../../../../../scripts/train/data/attacks.ts';
import { createRandom } from '../../../../../scripts/train/random.ts';

describe('the attacks', () => {
  it('are twelve, at least four of them unseen in training', () => {
    expect(ATTACKS).toHaveLength(12);
    expect(ATTACKS.filter(({ isTrained }) => !isTrained).length).toBeGreaterThanOrEqual(4);
  });

  it.each(ATTACKS.map((attack) => [attack.name, attack] as const))(
    'change the text reproducibly: %s',
    (_name, attack) => {
      const text = 'several ordinary looking words together';
      const attacked = (seed: number) => attackText(text, attack, { random: createRandom(seed) });
      expect(attacked(5)).not.toBe(text);
      expect(attacked(5)).toBe(attacked(5));
    },
  );

  it('leave short words and the rest of the text alone', () => {
    const [leet] = ATTACKS;
    if (leet === undefined) throw new Error('there is no attack');
    expect(attackText('I am 12, ok?', leet, { random: createRandom(1) })).toBe('I am 12, ok?');
  });
});
