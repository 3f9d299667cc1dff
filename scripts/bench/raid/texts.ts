/* What members write. The service of the benchmark does what the word in square brackets says. */

/** The same text with a different ending, as raids write it. */
export function raidText(index: number): string {
  return `join my server for free gifts, this one is dead (${index}) [delete]`;
}

/** Deleted too, but nothing like the text of the raid. */
export const URGENT_TEXT = 'shut up, nobody wants you here [delete]';

const SUBJECTS = ['the bus', 'your cooking', 'that film', 'my homework', 'the weather', 'our team'];
const OPINIONS = ['is a mess', 'was never any good', 'annoys me', 'makes no sense'];
const ENDINGS = [
  'as you do',
  'like your ideas',
  'and you know it',
  'so leave',
  'as everybody says',
];

/** One of many sentences, so that no two members say the same. */
function sentence(index: number): string {
  const pick = (words: readonly string[], at: number): string => words[at % words.length] ?? '';
  const second = Math.floor(index / SUBJECTS.length);
  const third = Math.floor(second / OPINIONS.length);
  return `${pick(SUBJECTS, index)} ${pick(OPINIONS, second)} ${pick(ENDINGS, third)} no. ${index}`;
}

/** The moderators are alerted; nothing else follows. */
export function flaggedText(index: number): string {
  return `${sentence(index)} [flag]`;
}

/** Deleted. */
export function badText(index: number): string {
  return `${sentence(index)} [delete]`;
}

export function harmlessText(index: number): string {
  return `who wants to play round ${index} tonight?`;
}
