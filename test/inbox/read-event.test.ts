import { expect, it } from 'vitest';
import { laneOf, readEvent } from '../../src/inbox/read-event.ts';
import { newDigest, withCounted } from '../../src/moderation/digest.ts';

const IDS = {
  guildId: '111111111111111111',
  channelId: '222222222222222222',
  messageId: '333333333333333333',
  authorId: '444444444444444444',
};

function keyword(metadata: unknown, changes: object = {}): object {
  return {
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: { keywordDetected: 'word', metadata, fullText: 'text', ...changes },
    time: 5,
  };
}

it('reads the place of a message from the metadata', () => {
  expect(readEvent(keyword(IDS))).toEqual({
    kind: 'keyword',
    keyword: 'word',
    guildId: IDS.guildId,
    place: IDS,
    text: 'text',
    at: 5,
  });
  expect(laneOf(keyword(IDS))).toBe(IDS.guildId);
});

it.each([
  [{ ...IDS, channelId: '1) [x](https://evil.example)' }],
  [{ ...IDS, messageId: 5 }],
  [{ guildId: IDS.guildId }],
  [{ ...IDS, authorId: '４４４４４４４４４４４４４４４４' }],
])('takes nothing for an id that is none, as in %j', (metadata) => {
  expect(readEvent(keyword(metadata))).toMatchObject({ guildId: IDS.guildId, place: null });
});

it('events without a guild share a lane; a tagging result has its own', () => {
  expect(laneOf(keyword(undefined))).toBe('-');
  expect(laneOf(keyword({ guildId: '__proto__' }))).toBe('-');
  const result = {
    sender: 'service-webhooks',
    addon: 'ssiQuery',
    payload: { tags: false, undocumentedTags: 'a,b', convoId: 'x:y' },
    time: Number.MAX_SAFE_INTEGER,
  };
  expect(laneOf(result)).toMatch(/^tagging-[\w-]+$/);
  expect(readEvent(result)).toEqual({
    kind: 'tagging',
    convoId: 'x:y',
    tags: '',
    undocumentedTags: 'a,b',
    at: 8_640_000_000_000_000,
  });
});

it('knows no other event', () => {
  expect(readEvent({ hello: 'world' })).toBeNull();
  expect(readEvent(null)).toBeNull();
});

it('a digest counts by keyword, channel and author, whatever a keyword is called', () => {
  const place = IDS;
  const counted = withCounted(newDigest('ref', 1), [
    { keyword: '__proto__', place },
    { keyword: '__proto__', place },
    { keyword: 'word', place: null },
  ]);
  expect(counted.total).toBe(3);
  expect(Object.entries(counted.byKeyword)).toEqual([
    ['__proto__', 2],
    ['word', 1],
  ]);
  expect(counted.byChannel).toEqual({ [IDS.channelId]: 2 });
  expect(counted.latest).toHaveLength(2);
});

it('a digest stays small though everything in it differs', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    keyword: `word ${index}`,
    place: null,
  }));
  const digest = withCounted(newDigest('ref', 1), many);
  expect(digest.total).toBe(1000);
  expect(Object.keys(digest.byKeyword)).toHaveLength(200);
});
