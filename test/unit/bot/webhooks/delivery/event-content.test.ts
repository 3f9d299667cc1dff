import { describe, expect, it } from 'vitest';
import { contentOf, laneOf } from '../../../../../src/bot/webhooks/delivery/event-content.ts';
import { newDigest, withHits } from '../../../../../src/bot/domain/posts/digest.ts';
import type { WebhookEvent } from '../../../../../src/service-api/schemas/events.ts';
import { keywordContent, taggingContent } from '../../../../helpers/event-content.ts';

const IDS = {
  guildId: '111111111111111111',
  channelId: '222222222222222222',
  messageId: '333333333333333333',
  authorId: '444444444444444444',
};

function keywordAlert(metadata: Record<string, unknown> | undefined): WebhookEvent {
  return {
    sender: 'service-webhooks',
    addon: 'keywordAlert',
    payload: {
      keywordDetected: 'word',
      fullText: 'text',
      ...(metadata === undefined ? {} : { metadata }),
    },
    time: 5,
  };
}

describe('contentOf', () => {
  it('reads where a message is from the metadata of a keyword alert', () => {
    expect(contentOf(keywordAlert(IDS))).toEqual({
      kind: 'keyword',
      keyword: 'word',
      guildId: IDS.guildId,
      place: IDS,
      text: 'text',
      at: 5,
    });
  });

  it.each([
    [{ ...IDS, channelId: '1) [x](https://evil.example)' }],
    [{ ...IDS, messageId: 5 }],
    [{ guildId: IDS.guildId }],
    [{ ...IDS, authorId: '４４４４４４４４４４４４４４４４' }],
  ])('ignores a place with an invalid id: %j', (metadata) => {
    expect(contentOf(keywordAlert(metadata))).toMatchObject({ guildId: IDS.guildId, place: null });
  });

  it.each([
    ['no metadata', undefined],
    ['an id that is not one', { guildId: '__proto__' }],
  ])('finds no server in an alert with %s', (_what, metadata) => {
    expect(contentOf(keywordAlert(metadata))).toMatchObject({ guildId: null, place: null });
  });

  it('reads a tagging result and limits its time to the range of a date', () => {
    const event: WebhookEvent = {
      sender: 'service-webhooks',
      addon: 'ssiQuery',
      payload: { tags: false, undocumentedTags: 'a,b', convoId: 'x:y' },
      time: Number.MAX_SAFE_INTEGER,
    };
    expect(contentOf(event)).toEqual({
      kind: 'tagging',
      convoId: 'x:y',
      tags: '',
      undocumentedTags: 'a,b',
      at: 8_640_000_000_000_000,
    });
  });
});

describe('laneOf', () => {
  it('gives each server one lane', () => {
    expect(laneOf(keywordContent('word', { guildId: IDS.guildId }), null)).toBe(IDS.guildId);
  });

  it('puts alerts without a server into one lane', () => {
    expect(laneOf(keywordContent('word'), null)).toBe('-');
  });

  it('gives each tagging result its own lane, whatever its id contains', () => {
    const lane = laneOf(taggingContent('x:y'), null);
    expect(lane).toMatch(/^tagging-[\w-]+$/);
    expect(laneOf(taggingContent('other'), null)).not.toBe(lane);
  });
});

describe('a digest', () => {
  it('counts by keyword, channel and author, even if a keyword is called __proto__', () => {
    const counted = withHits(newDigest('ref', 1), [
      { keyword: '__proto__', place: IDS },
      { keyword: '__proto__', place: IDS },
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

  it('stays small when every alert has a different keyword', () => {
    const alerts = Array.from({ length: 1000 }, (_, index) => ({
      keyword: `word ${index}`,
      place: null,
    }));
    const digest = withHits(newDigest('ref', 1), alerts);
    expect(digest.total).toBe(1000);
    expect(Object.keys(digest.byKeyword)).toHaveLength(200);
  });
});
