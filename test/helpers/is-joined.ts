/** True if a sample joins several short messages of an author (src/bot/judging/split-messages.ts). */
export function isJoined(sample: string): boolean {
  const [spaced = '', joined] = sample.split('\n');
  return joined !== undefined && spaced.replaceAll(' ', '') === joined.replaceAll(' ', '');
}
