import { describe, expect, it } from 'vitest';
import { languages, textsIn } from '../../../../../src/sandbox/page/browser/texts/languages.ts';

const { ['en-US']: _english, ...others } = languages;

describe.each(Object.entries(others))('the page in %s', (code, { texts }) => {
  it('names people, channels and counts in its texts', () => {
    expect(texts.messageTo('#general', 'Bob')).toMatch(/#general.*Bob|Bob.*#general/);
    expect(texts.onlyFor('Bob')).toContain('Bob');
    expect(texts.noCommand('bna')).toContain('/bna');
    expect(texts.deletedAfter('0.2 s')).toContain('0.2 s');
    expect(texts.cases(3, 5)).toMatch(/#3.*#5/);
    expect(texts.cases(3, 3)).toMatch(/^[^#]*#3$/);
  });

  it('has words of its own', () => {
    const english = textsIn('en-US');
    expect(texts.reply).not.toBe(english.reply);
    expect(texts.deletedAtOnce).not.toBe(english.deletedAtOnce);
    expect(textsIn(code)).toBe(texts);
  });
});

it('is English in a language that the bot does not speak', () => {
  expect(textsIn('cs')).toBe(textsIn('en-US'));
});
