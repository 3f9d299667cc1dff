import { describe, expect, it } from 'vitest';
import { defaultPolicy, type IncidentSettings } from '../../../../src/bot/domain/policy/policy.ts';
import type { Author, Part, Posting, Snapshot } from '../../../../src/bot/domain/snapshot.ts';
import { createRecentCopies } from '../../../../src/bot/judging/recent-copies.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { idAt, snapshot } from '../../../helpers/snapshots.ts';

const SCAM = 'I won so much at this casino, everybody gets a bonus: https://casino.example/bonus';
const WORDS = 'looking for two more players for ranked tonight, please write to me';
const GREETING = 'good morning';

interface Post {
  readonly channel: string;
  readonly at: number;
  readonly text?: string;
  readonly pictures?: readonly string[];
  readonly isAnswer?: boolean;
  readonly isForward?: boolean;
  readonly place?: string;
  readonly author?: Partial<Author>;
}

let serial = 0;

function messageOf(post: Post): Snapshot {
  const { channel, at, text = '', pictures = [], isAnswer = false, place = channel } = post;
  const posting: Posting = { placeId: place, isAnswer, pictures };
  const kind: Part['kind'] = post.isForward === true ? 'forwarded' : 'content';
  const parts: Part[] = [
    ...(text === '' ? [] : [{ kind, text }]),
    ...pictures.map((name) => ({ kind: 'attachment' as const, text: name })),
  ];
  serial += 1;
  return snapshot({
    messageId: String(BigInt(idAt(at)) + BigInt(serial % 1_000)),
    channelId: channel,
    posting,
    parts,
    author: post.author ?? {},
  });
}

/** What follows from each message. */
function results(posts: readonly Post[], changes: Partial<IncidentSettings> = {}): string[] {
  const copies = createRecentCopies(createFakeClock());
  const settings = { ...defaultPolicy.incidents, ...changes };
  return posts.map((post) => {
    const found = copies.add(messageOf(post), settings);
    if (found === null) return '-';
    return `${found.isCertain ? 'act' : 'alert'} ${found.copied} ${found.copies.length}`;
  });
}

const inChannels = (count: number, post: Omit<Post, 'channel' | 'at'>, everyMs: number): Post[] =>
  Array.from({ length: count }, (_, index) => ({
    ...post,
    channel: `channel-${index}`,
    at: index * everyMs,
  }));

describe('what nobody can do by hand is acted on', () => {
  it.each([
    ['a picture', { pictures: ['casino.png'] }, 'act pictures'],
    ['a text with a link', { text: SCAM }, 'act text'],
    ['a text for everyone', { text: `@everyone ${WORDS}` }, 'act text'],
  ])('%s in three channels within seconds, and each further one', (_name, post, expected) => {
    expect(results(inChannels(4, post, 1_000))).toEqual([
      '-',
      '-',
      `${expected} 3`,
      `${expected} 4`,
    ]);
  });

  it('a picture in six channels within a minute', () => {
    expect(results(inChannels(6, { pictures: ['casino.png'] }, 9_000)).at(-1)).toBe(
      'act pictures 6',
    );
  });

  it('four pictures in two channels at once', () => {
    const pictures = ['1.png', '2.png', '3.png', '4.png'];
    expect(results(inChannels(2, { pictures }, 2_000))).toEqual(['-', 'act pictures 2']);
  });

  it('a changed text with the same words', () => {
    const posts = inChannels(3, {}, 1_000).map((post, index) => ({
      ...post,
      text: `${SCAM}?id=${index} ${'!'.repeat(index)}`,
    }));
    expect(results(posts).at(-1)).toBe('act text 3');
  });

  it('several messages in each channel, the earlier ones included', () => {
    const posts = ['a', 'b', 'c'].flatMap((channel, index) => [
      { channel, at: index * 1_000, pictures: ['1.png'] },
      { channel, at: index * 1_000 + 400, pictures: ['2.png'] },
    ]);
    expect(results(posts).slice(-2)).toEqual(['act pictures 3', 'act pictures 3']);
  });

  it('a link alone in five channels within seconds', () => {
    const text = 'https://casino.example/bonus';
    expect(results(inChannels(5, { text }, 1_000))).toEqual([
      '-',
      '-',
      'alert link 3',
      '-',
      'act link 5',
    ]);
  });
});

describe('what people do by hand is not deleted', () => {
  it.each([
    ['a meme in four channels', inChannels(4, { pictures: ['meme.png'] }, 6_000), 'alert pictures'],
    ['a search for players with an invite', inChannels(3, { text: SCAM }, 8_000), 'alert text'],
    ['a search for players, pasted quickly', inChannels(4, { text: WORDS }, 1_000), 'alert text'],
    [
      'a forward to five channels',
      inChannels(5, { text: SCAM, isForward: true }, 10),
      'alert text',
    ],
    [
      'the same link in threads of one forum',
      inChannels(6, { text: SCAM, place: 'help' }, 2_000),
      'alert text',
    ],
  ])('%s is one alert', (_name, posts, expected) => {
    const others = results(posts).filter((result) => result !== '-');
    expect(others).toEqual([`${expected} 3`]);
  });

  it.each([
    ['a greeting in many channels', inChannels(8, { text: GREETING }, 1_000)],
    [
      'a moving picture of the picker',
      inChannels(6, { text: 'https://tenor.com/view/hi-1' }, 1_000),
    ],
    ['answers with the same link', inChannels(8, { text: SCAM, isAnswer: true }, 2_000)],
    ['the same in two channels', inChannels(2, { text: SCAM, pictures: ['a.png'] }, 1_000)],
    [
      'the same twice in one channel',
      inChannels(9, { text: SCAM }, 500).map((post) => ({ ...post, channel: 'one' })),
    ],
    ['the same every minute', inChannels(8, { pictures: ['a.png'] }, 31_000)],
    [
      'four pictures in two channels by hand',
      inChannels(2, { pictures: ['1', '2', '3', '4'] }, 9_000),
    ],
    [
      'different texts with different pictures',
      inChannels(6, {}, 500).map((post, index) => ({ ...post, pictures: [`${index}.png`] })),
    ],
  ])('%s is nothing', (_name, posts) => {
    expect(results(posts).filter((result) => result !== '-')).toEqual([]);
  });
});

it('moderators and bots are only reported, once', () => {
  const post = { pictures: ['news.png'] };
  for (const author of [{ rank: 'moderator' }, { kind: 'bot' }] as const) {
    expect(results(inChannels(5, { ...post, author }, 1_000))).toEqual([
      '-',
      '-',
      'alert pictures 3',
      '-',
      '-',
    ]);
  }
});

it('alerts only, and nothing when it is off', () => {
  const posts = inChannels(5, { pictures: ['a.png'] }, 1_000);
  expect(results(posts, { hackedAccounts: 'alert' })).toEqual([
    '-',
    '-',
    'alert pictures 3',
    '-',
    '-',
  ]);
  expect(results(posts, { hackedAccounts: 'off' })).toEqual(['-', '-', '-', '-', '-']);
});

it('more channels are needed if the server says so', () => {
  const posts = inChannels(5, { pictures: ['a.png'] }, 1_000);
  expect(results(posts, { hackedChannels: 5 })).toEqual(['-', '-', '-', '-', 'act pictures 5']);
});

it('members and servers are told apart', () => {
  const posts = inChannels(6, { pictures: ['a.png'] }, 500).map((post, index) => ({
    ...post,
    author: { id: `member-${index % 3}` },
  }));
  expect(results(posts).filter((result) => result !== '-')).toEqual([]);
});

it('an edit of a message is the same message', () => {
  const copies = createRecentCopies(createFakeClock());
  const message = messageOf({ channel: 'a', at: 0, pictures: ['a.png'] });
  const other = messageOf({ channel: 'b', at: 10, pictures: ['a.png'] });
  const added = [message, other, { ...message, editedAt: 5 }, { ...other, editedAt: 6 }];
  expect(added.map((one) => copies.add(one, defaultPolicy.incidents))).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('forgets what is two minutes old', () => {
  const clock = createFakeClock();
  const copies = createRecentCopies(clock);
  const add = (channel: string): unknown =>
    copies.add(messageOf({ channel, at: 0, pictures: ['a.png'] }), defaultPolicy.incidents);
  add('a');
  add('b');
  clock.advance(121_000);
  expect(add('c')).toBeNull();
});
