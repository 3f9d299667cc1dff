import { describe, expect, it } from 'vitest';
import { authoredExamples } from '../../../../../scripts/train/data/authored/expand.ts';

const examples = authoredExamples(1, 0.05);

describe('the authored texts', () => {
  it('have every slot and choice filled in', () => {
    expect(examples.filter(({ text }) => /[{}|[\]]/.test(text))).toEqual([]);
  });

  it('are the same with the same seed, and differ with another', () => {
    const texts = (seed: number) => authoredExamples(seed, 0.02).map(({ text }) => text);
    expect(texts(3)).toEqual(texts(3));
    expect(texts(3)).not.toEqual(texts(4));
  });

  it('cover attacks on groups and harmless texts about them about equally', () => {
    const hateful = examples.filter(({ labels }) => labels.identityHate === 1).length;
    const harmless = examples.filter(
      ({ source }) => source === 'authored harmless identity',
    ).length;
    expect(hateful / harmless).toBeGreaterThan(0.5);
    expect(hateful / harmless).toBeLessThan(2);
  });

  it('keep the texts of a template together, so that a split can separate templates', () => {
    const hateful = examples.filter(({ source }) => source === 'authored hate');
    const templates = new Set(hateful.map(({ group }) => group));
    expect(templates.size).toBeLessThan(hateful.length / 2);
  });

  it('hold out a sixth of the templates in families, with all of their texts', () => {
    const inFamilies = examples.filter(({ family }) => family !== undefined);
    const templatesOf = (isHoldout: boolean): Set<string> =>
      new Set(
        inFamilies.filter((example) => example.isHoldout === isHoldout).map(({ group }) => group),
      );
    const [heldOut, trained] = [templatesOf(true), templatesOf(false)];
    expect([...heldOut].filter((template) => trained.has(template))).toEqual([]);
    expect(heldOut.size / (heldOut.size + trained.size)).toBeCloseTo(1 / 6, 1);
  });
});
