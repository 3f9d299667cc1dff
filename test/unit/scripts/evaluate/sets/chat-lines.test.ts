import { describe, expect, it } from 'vitest';
import { CATEGORIES } from '../../../../../src/service/engine/categories.ts';
import { readChatLines } from '../../../../../scripts/evaluate/sets/chat-lines.ts';
import { authoredExamples } from '../../../../../scripts/train/data/authored/expand.ts';
import { TRAINING_SEED } from '../../../../../scripts/train/random.ts';

const MIN_LINES = 1500;
const MIN_SEVERE = 60;

const lines = readChatLines();
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll("'", '')
    .replace(/[^\p{L}\p{N}\p{Emoji_Presentation}]+/gu, ' ')
    .trim();
const trained = authoredExamples(TRAINING_SEED).map(({ text }) => plain(text));

/** Every five words in a row. */
function phrasesOf(text: string): string[] {
  const starts = [0];
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) starts.push(at + 1);
  starts.push(text.length + 1);
  return starts.slice(5).map((end, at) => text.slice(starts[at], end - 1));
}

describe('the chat lines of the evaluation', () => {
  it('are at least 1,500, about half of them harmless', () => {
    const harmful = lines.filter(({ isHarmful }) => isHarmful).length;
    expect(lines.length).toBeGreaterThanOrEqual(MIN_LINES);
    expect(harmful / lines.length).toBeCloseTo(0.5, 1);
  });

  it('have at least sixty lines in every severe category', () => {
    const severe = CATEGORIES.filter((category) => category !== 'vulgarity');
    const short = severe.filter(
      (category) => lines.filter((line) => line.category === category).length < MIN_SEVERE,
    );
    expect(short).toEqual([]);
  });

  it('are all different', () => {
    const texts = lines.map(({ text }) => text);
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([]);
  });

  it('are none of the authored training texts', () => {
    const texts = new Set(trained);
    const known = lines.filter(({ text }) => plain(text) !== '' && texts.has(plain(text)));
    expect(known).toEqual([]);
  });

  it('share phrases of five words with the training in one line of fifty at most', () => {
    const phrases = lines.map(({ text }) => phrasesOf(plain(text)));
    const wanted = new Set(phrases.flat());
    const shared = new Set(trained.flatMap(phrasesOf).filter((phrase) => wanted.has(phrase)));
    const sharing = phrases.filter((ofLine) => ofLine.some((phrase) => shared.has(phrase)));
    expect(sharing.length / lines.length).toBeLessThan(0.02);
  });
});
