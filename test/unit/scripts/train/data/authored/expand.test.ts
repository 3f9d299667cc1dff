import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../../../../src/service/engine/categories.ts';
import { asChat } from '../../../../../../scripts/train/data/authored/chat-style.ts';
import { unveil } from '../../../../../../scripts/train/data/authored/unveil.ts';
import { createRandom } from '../../../../../../scripts/train/random.ts';
import { authoredExamples } from '../../../../../../scripts/train/data/authored/expand.ts';

const examples = authoredExamples(1, 0.05);

describe('the authored texts', () => {
  it('have every slot and choice filled in', () => {
    const isTechnical = (source: string): boolean => /code|technical/.test(source);
    const unfilled = examples.filter(({ text, source }) =>
      (isTechnical(source) ? /\[[A-Z]+\]|[«»¦]/ : /[{}|[\]]/).test(text),
    );
    expect(unfilled).toEqual([]);
  });

  it('are the same with the same seed, and differ with another', () => {
    const texts = (seed: number) => authoredExamples(seed, 0.005).map(({ text }) => text);
    expect(texts(3)).toEqual(texts(3));
    expect(texts(3)).not.toEqual(texts(4));
  });

  it('cover attacks on groups and harmless texts about them about equally', () => {
    const hateful = examples.filter(
      ({ labels, source }) => labels.identityHate === 1 && !source.startsWith('authored chat '),
    ).length;
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

  it('hold out a sixth of the templates in families, with all of their texts, the hard lines apart', () => {
    const inFamilies = examples.filter(
      ({ family, source }) =>
        family !== undefined && !source.startsWith('authored chat lines hard'),
    );
    const templatesOf = (isHoldout: boolean): Set<string> =>
      new Set(
        inFamilies
          .filter((example) => example.isHoldout === isHoldout)
          .map(({ group, family, source }) => `${source}: ${family}: ${group}`),
      );
    const [heldOut, trained] = [templatesOf(true), templatesOf(false)];
    expect([...heldOut].filter((template) => trained.has(template))).toEqual([]);
    expect(heldOut.size / (heldOut.size + trained.size)).toBeCloseTo(1 / 6, 1);
  });

  it('have texts and harmless counterparts for every category', () => {
    const textsOf = (category: (typeof CATEGORIES)[number], label: number): number =>
      examples.filter(({ categories }) => categories?.[category] === label).length;
    const short = CATEGORIES.filter(
      (category) => textsOf(category, 1) < 80 || textsOf(category, 0) <= textsOf(category, 1),
    );
    expect(short).toEqual([]);
  });

  it('have no veiled words left', () => {
    expect(examples.filter(({ text }) => text.includes('~'))).toEqual([]);
  });
});

describe('chat style', () => {
  const styled = (text: string): string[] => {
    const random = createRandom(5);
    return Array.from({ length: 300 }, () => asChat(text, random));
  };

  it('shortens words, drops apostrophes and shouts now and then, and often changes nothing', () => {
    const texts = styled("you are late, don't run");
    expect(texts.filter((text) => text === "you are late, don't run").length).toBeGreaterThan(90);
    expect(texts).toContain('ur late, dont run');
    expect(texts.some((text) => text === text.toUpperCase())).toBe(true);
  });

  it('never changes a text with a link, which would no longer be the same link', () => {
    expect(new Set(styled('take this https://example.com/going-to'))).toEqual(
      new Set(['take this https://example.com/going-to']),
    );
  });
});

describe('a veiled word', () => {
  it('is read between its tildes, and other letters stay as they are', () => {
    expect(unveil('oh ~qnza~ it')).toBe('oh damn it');
  });
});
