/* Members' messages. The benchmark's service suggests the word in square brackets. */

/** The same text with varying endings, as raids write it. */
export function raidText(index: number): string {
  return `join my server for free gifts, this one is dead (${index}) [delete]`;
}

/** Also deleted, but unlike the raid's text. */
export const URGENT_TEXT = 'shut up, nobody wants you here [delete]';

/** Its author is banned. */
export const SEVERE_TEXT = 'i know where you live, you will be dead tomorrow [ban]';

const WORDS = (
  'apple bridge candle dragon engine forest garden hammer island jungle kitchen lantern mountain notebook orchard pencil ' +
  'quarry river station thunder umbrella village window yellow zebra anchor blanket copper desert eagle feather glacier ' +
  'harbour insect jacket kettle library magnet needle ocean'
).split(' ');

/** Irrational numbers, so that the combinations of words do not repeat. */
const STEPS = [2, 3, 5, 7, 11].map(Math.sqrt);

/** A sentence unlike all others, because similar texts by several members are an incident. */
function sentence(index: number): string {
  return STEPS.map((step) => {
    const share = ((index + 1) * step) % 1;
    return WORDS[Math.floor(share * WORDS.length)] ?? '';
  }).join(' ');
}

/** Leads to an alert for the moderators and nothing else. */
export function flaggedText(index: number): string {
  return `${sentence(index)} [flag]`;
}

export function badText(index: number): string {
  return `${sentence(index)} [delete]`;
}

export function harmlessText(index: number): string {
  return `who wants to play round ${index} tonight?`;
}
