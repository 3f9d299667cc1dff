import { describe, expect, it } from 'vitest';
import { postOf, type EventContent } from '../../../../../src/bot/domain/events.ts';
import { contentOf } from '../../../../../src/bot/webhooks/acceptance/event-content.ts';
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

describe('postOf', () => {
  const accepted = (id: string, content: EventContent) => ({ id, content, receivedAtMs: 1 });

  it('lets the keyword events of a server take turns in one post', () => {
    const { guildId } = IDS;
    for (const id of ['a', 'b']) {
      const post = postOf(accepted(id, keywordContent('word', { guildId })), null);
      expect(post).toEqual({ guildId, kind: 'keyword', subject: '' });
    }
  });

  it('does the same for those without a server', () => {
    const post = postOf(accepted('a', keywordContent('word')), null);
    expect(post).toEqual({ guildId: 'fallback', kind: 'keyword', subject: '' });
  });

  it('gives each tagging result a post of its own, in the server where its session was started', () => {
    const event = accepted('a', taggingContent('x:y'));
    expect(postOf(event, '5')).toEqual({ guildId: '5', kind: 'tagging', subject: 'a' });
    expect(postOf({ ...event, id: 'b' }, null)).toMatchObject({
      guildId: 'fallback',
      subject: 'b',
    });
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
