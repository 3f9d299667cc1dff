/* What people read where they are to write a time. */

const examples = [
  '1 hour ago',
  '6 hours ago',
  '24 hours ago',
  'today',
  'yesterday',
  'yesterday 14:00',
  '2 days ago',
  '3 days ago',
  '6 days ago',
];

export const timeInput = {
  examples,
  beginningWith: (input: string): string[] =>
    examples.filter((example) => example !== input && example.startsWith(input.toLowerCase())),
  unreadable:
    'I could not read that time. Write it like `2 days ago`, `yesterday 14:00`, `2026-03-28 09:30` or `2026-03-28T09:30Z`. ' +
    'Without a zone it is the server’s (`/moderation timezone`).',
  future: (when: string): string => `${when} is still to come. Give a time in the past.`,
};
