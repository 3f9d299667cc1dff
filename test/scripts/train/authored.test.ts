import { describe, expect, it } from 'vitest';
import { authoredExamples } from '../../../scripts/train/authored/expand.ts';

const examples = authoredExamples(1, 0.05);

describe('the texts made of templates', () => {
  it('have every slot and choice filled in', () => {
    expect(examples.filter(({ text }) => /[{}|[\]]/.test(text))).toEqual([]);
  });

  it('are the same with the same seed and others with another', () => {
    const texts = (seed: number) => authoredExamples(seed, 0.02).map(({ text }) => text);
    expect(texts(3)).toEqual(texts(3));
    expect(texts(3)).not.toEqual(texts(4));
  });

  it('cover attacks on groups and harmless talk about them about equally', () => {
    const hateful = examples.filter(({ labels }) => labels.identityHate === 1).length;
    const harmless = examples.filter(
      ({ source }) => source === 'authored harmless identity',
    ).length;
    expect(hateful / harmless).toBeGreaterThan(0.5);
    expect(hateful / harmless).toBeLessThan(2);
  });

  it('keep texts of one template together, so that a split can part templates', () => {
    const hateful = examples.filter(({ source }) => source === 'authored hate');
    const templates = new Set(hateful.map(({ group }) => group));
    expect(templates.size).toBeLessThan(hateful.length / 2);
  });
});
