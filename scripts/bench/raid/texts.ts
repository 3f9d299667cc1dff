/* What members write. The words between brackets are for the service of the tests, which does what they say. */

/** The same text with a different ending, as raids write it. */
export function raidText(index: number): string {
  return `kill yourselves you worthless idiots ${index} [delete]`;
}

/** Deleted too, but nothing like the text of the raid. */
export const URGENT_TEXT = 'shut up you stupid moron [delete]';

/** The moderators are alerted; nothing else follows. */
export function flaggedText(index: number): string {
  return `stupid move number ${index}, you clown [flag]`;
}

/** Ordinary talk. */
export function harmlessText(index: number): string {
  return `who wants to play round ${index} tonight?`;
}

const INSULTS = [
  'you are a pathetic idiot, nobody likes you',
  'shut up you stupid moron',
  'you worthless idiots should all die',
];
const SUBJECTS = ['the bus', 'your cooking', 'that film', 'my homework', 'the weather', 'our team'];

/** Deleted, and different from one another. */
export function insult(index: number): string {
  const subject = SUBJECTS[index % SUBJECTS.length] ?? '';
  return `${subject} is fine, ${INSULTS[index % INSULTS.length] ?? ''} (${index}) [delete]`;
}
