import { expect, it } from 'vitest';
import { timeHmac, webhookEventSchema } from '../../../../src/service-api/schemas/events.ts';

const keywordAlert = {
  sender: 'service-webhooks',
  addon: 'keywordAlert',
  payload: { keywordDetected: 'kites', metadata: { id: '1' }, fullText: false },
  time: 1_700_000_000_000,
};
const taggingResult = {
  sender: 'service-webhooks',
  addon: 'ssiQuery',
  payload: { tags: 'news, sport', undocumentedTags: false, convoId: 'c' },
  time: 1_700_000_000_000,
  hmac: 'AAAA',
};

it.each([keywordAlert, taggingResult])('reads an event of $addon', (event) => {
  expect(webhookEventSchema.parse(event)).toEqual(event);
});

it.each([
  ['another sender', { ...keywordAlert, sender: 'somebody' }],
  ['an unknown add-on', { ...keywordAlert, addon: 'surprise' }],
  ['true for the text', { ...keywordAlert, payload: { ...keywordAlert.payload, fullText: true } }],
  ['a time in words', { ...keywordAlert, time: 'now' }],
])('rejects %s', (_what, event) => {
  expect(webhookEventSchema.safeParse(event).success).toBe(false);
});

it('signs the time as a string', () => {
  // openssl: printf 1700000000000 | openssl dgst -sha256 -hmac secret -binary | base64
  expect(timeHmac('secret', 1_700_000_000_000)).toBe(
    'T+LOEv1r7F4GSLI7+/8Vi6X8GLOiFLTCBzFGcUSKleE=',
  );
});
