import { fixed, mib, table, whole } from '../markdown.ts';
import type { ServerFigures } from './one-server.ts';
import type { HackedFigures } from './hacked.ts';
import type { RaidResult } from './raid.ts';

const seconds = (ms: number | null): string =>
  ms === null ? 'not in time' : `${fixed(ms / 1000)} s`;

/** Flagged messages are not deleted. */
function goneCell({ messages, goneMs, left }: ServerFigures): string {
  if (goneMs !== null) return seconds(goneMs);
  return left === 0 ? '–' : `${whole(left)} of ${whole(messages)} left`;
}

export function raidSection({
  oneChannel,
  threeChannels,
  oneMember,
  isolation,
  hacked,
  peakRssBytes,
}: RaidResult): string[] {
  const runs = [oneChannel, threeChannels, oneMember];
  const row = (name: string, cell: (figures: ServerFigures) => string): string[] => [
    name,
    ...runs.map(cell),
  ];
  const { raid, other } = isolation;
  return [
    '## Raids',
    '',
    'The whole bot in a sandbox with Discord’s rate limits; the service answers at once. 200 new members post one text within',
    '5 s, and one member posts 180 messages in 60 s that only alert the moderators. Then another member posts something urgent.',
    '',
    ...table(
      ['', '200 members, one channel', 'three channels', '180 messages of one member'],
      [
        row('from the last message until all are gone (goal: at most 10 s)', goneCell),
        row('requests to Discord (goal: at most 60)', ({ requests }) => whole(requests)),
        row('of them rate limited (goal: 0)', ({ rateLimited }) => whole(rateLimited)),
        row('posts for the moderators (goal: at most 3; of one member 2)', ({ posts }) =>
          whole(posts),
        ),
        row('notices to their authors (goal: 0)', ({ notices }) => whole(notices)),
        row('delay of the urgent alert (goal: at most 3 s)', ({ urgentMs }) => seconds(urgentMs)),
      ],
    ),
    '',
    `${whole(raid.messages)} messages raid one server, ${whole(raid.perSecond)} a second, while another has ordinary traffic since 5 s before ` +
      `(${whole(other.messages)} messages, ${whole(other.bad)} of them bad):`,
    '',
    ...table(
      ['', ''],
      [
        ['gateway frame to delete request in the other server, p50', `${whole(other.p50Ms)} ms`],
        ['p99 (goal: at most 500 ms)', `${whole(other.p99Ms)} ms`],
        ['maximum', `${whole(other.maxMs)} ms`],
        [
          'bad messages left in the other server, harmless ones lost (goal: 0)',
          `${other.left}, ${other.lost}`,
        ],
        ['from the last message until the raided server is clean', seconds(raid.goneMs)],
        ['messages left in the raided server (goal: 0)', whole(raid.left)],
        [
          'posts for its moderators, notices to its members',
          `${whole(raid.posts)}, ${whole(raid.notices)}`,
        ],
        [
          'requests to Discord, of them rate limited',
          `${whole(isolation.requests)}, ${whole(isolation.rateLimited)}`,
        ],
        ['peak memory of the bot', mib(peakRssBytes)],
      ],
    ),
    '',
    ...hackedLines(hacked),
  ];
}

/** Accounts of members that post the same pictures in every channel. */
function hackedLines(runs: RaidResult['hacked']): string[] {
  const row = (name: string, cell: (figures: HackedFigures) => string): string[] => [
    name,
    ...runs.map(cell),
  ];
  return [
    'Hacked accounts post two pictures, one a message, in each of twelve channels within ten seconds, while other members talk:',
    '',
    ...table(
      ['', ...runs.map(({ messages }) => `${whole(messages)} messages`)],
      [
        row('from the last message until all are gone (goal: at most 15 s)', ({ goneMs }) =>
          seconds(goneMs),
        ),
        row('left, harmless ones lost (goal: 0)', ({ left, lost }) => `${left}, ${lost}`),
        row('posts for the moderators (goal: at most 5)', ({ posts }) => whole(posts)),
        row('timeouts until then', ({ timeouts }) => whole(timeouts)),
        row(
          'requests to Discord, of them rate limited',
          ({ requests, rateLimited }) => `${whole(requests)}, ${whole(rateLimited)}`,
        ),
      ],
    ),
  ];
}
