import { fixed, table, whole } from '../markdown.ts';
import type { ServerFigures } from '../raid/one-server.ts';
import type { AttacksResult } from './attacks.ts';
import type { FilesFigures } from './files.ts';
import type { WordsFigures } from './words.ts';

const seconds = (ms: number | null): string =>
  ms === null ? 'not in time' : `${fixed(ms / 1000)} s`;

/** Figures from before the fixes. Those that depend on the number of messages are listed by it. */
const BEFORE = {
  words: '12.5 s',
  moreWords: '78 s',
  files: 'none deleted, 7 stand and nobody is told',
  drowned: 'not within 75 s',
  accounts: '130 direct messages, 326 requests, 9 posts, no incident, the alert not within 120 s',
  webhooks: '9 posts, no incident',
  threads: '20 stood after 160 s',
};

const floodCell = ({ notices, requests, posts, incidents, urgentMs }: ServerFigures): string =>
  `${whole(notices)} direct messages, ${whole(requests)} requests, ${whole(posts)} posts, of them ${whole(incidents)} of an incident; the alert after ${seconds(urgentMs)}`;

const wordsCell = ({ longestMs, isFileNoticed }: WordsFigures): string =>
  `${longestMs === null ? 'not in time' : `${fixed(longestMs / 1000, 2)} s`}; its own file is ${isFileNoticed ? 'noticed' : 'not noticed'}`;

const filesCell = ({ files, deleted, alerted, unnoticed }: FilesFigures): string =>
  `${whole(deleted)} of ${whole(files)} deleted, ${whole(alerted)} stand with an alert, ${
    unnoticed.length === 0 ? 'none unnoticed' : `unnoticed: ${unnoticed.join(', ')}`
  }`;

export function attacksSection(result: AttacksResult): string[] {
  const { words, moreWords, drowned, accounts, webhooks, threads, files } = result;
  return [
    '## Attacks',
    '',
    'The whole bot in a sandbox with Discord’s rate limits; the service answers at once. None of the attackers is new. After each attack',
    'another member posts a threat, for which the bot bans.',
    '',
    ...table(
      ['attack', 'goal', 'before', 'now'],
      [
        [
          'a server blocks `*zebra*`, allows 20 words (`*aaa*`, `*aaaa*`, …) and gets a file of 65,000 `a`: how long another server’s bad message stands',
          'at most 0.5 s',
          BEFORE.words,
          wordsCell(words),
        ],
        ['the same with 56 allowed words', 'at most 0.5 s', BEFORE.moreWords, wordsCell(moreWords)],
        [
          'ten accounts post one bad message each within 9 s: delay of the threat’s alert',
          'at most 3 s',
          BEFORE.drowned,
          seconds(drowned.urgentMs),
        ],
        [
          '130 accounts, different bad texts, two minutes',
          'one incident, no flood of direct messages, alert within 3 s',
          BEFORE.accounts,
          floodCell(accounts),
        ],
        [
          'the same through 15 webhooks',
          'one incident, alert within 3 s',
          BEFORE.webhooks,
          floodCell(webhooks),
        ],
        [
          '100 threads with bad titles: from the last until all and their announcements are gone',
          '15 s, one incident',
          BEFORE.threads,
          `${threads.left === 0 ? seconds(threads.goneMs) : `${whole(threads.left)} left`}, ${whole(threads.incidents)} incident, ${whole(threads.requests)} requests`,
        ],
        [
          'bad text in seven files: an invalid byte, Latin-1, a NUL, UTF-16, after 64 KiB, without extension, an SVG',
          'none stands unnoticed',
          BEFORE.files,
          filesCell(files),
        ],
      ],
    ),
  ];
}
