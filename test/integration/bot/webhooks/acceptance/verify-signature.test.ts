import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { timeHmac } from '../../../../../src/service-api/schemas/events.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import {
  keywordAlert,
  NOW,
  errorBody,
  startListener,
  taggingResult,
} from '../../listener/start-listener.ts';

const SECRET = 'the-issued-key';
const MINUTE_MS = 60_000;
const DOES_NOT_MATCH = 'The signature of the event does not match its time.';

const signed = (time = NOW, secret = SECRET) =>
  keywordAlert({ time, hmac: timeHmac(secret, time) });

describe('with a secret, an event', () => {
  it.each([
    ['keyword alert', keywordAlert],
    ['tagging result', taggingResult],
  ])('whose signature covers its time is taken: %s', async (_name, event) => {
    const listener = await startListener({ secrets: [SECRET] });
    const { status } = await listener.post(event({ hmac: timeHmac(SECRET, NOW) }));
    expect(status).toBe(200);
    expect(listener.accepted).toHaveLength(1);
  });

  it.each([
    ['keyword alert', keywordAlert],
    ['tagging result of a session that is not ours', taggingResult],
  ])('without a signature is refused: %s', async (_name, event) => {
    const listener = await startListener({
      secrets: [SECRET],
      accept: () => Promise.resolve('untrusted'),
    });
    const { status, body } = await listener.post(event());
    expect({ status, body }).toEqual({
      status: 401,
      body: errorBody('The event has no signature.'),
    });
    expect(listener.accepted).toEqual([]);
  });

  it.each([
    ['none', undefined],
    ['another', timeHmac('another-key', NOW)],
  ])('that is a tagging result with %s is passed on as untrusted', async (_name, hmac) => {
    const listener = await startListener({ secrets: [SECRET] });
    expect((await listener.post(taggingResult({ hmac }))).status).toBe(200);
    expect(listener.received).toMatchObject([{ signatureProblem: expect.any(String) }]);
  });

  const base64 = timeHmac(SECRET, NOW);
  it.each([
    ['by another key', timeHmac('another-key', NOW)],
    ['of another time', timeHmac(SECRET, NOW + 1)],
    ['empty', ''],
    ['too short', base64.slice(0, -4)],
    ['too long', `${base64}AAAA`],
    ['of a megabyte less a bit', 'A'.repeat(200_000)],
    ['hex', createHmac('sha256', SECRET).update(String(NOW)).digest('hex')],
    ['without its padding', base64.replace('=', '')],
    ['with a blank behind it', `${base64} `],
    ['not even base64', '🥄'],
  ])('whose signature is %s is refused', async (_name, hmac) => {
    const listener = await startListener({ secrets: [SECRET] });
    const { status, body } = await listener.post(keywordAlert({ hmac }));
    expect({ status, body }).toEqual({ status: 401, body: errorBody(DOES_NOT_MATCH) });
    expect(listener.accepted).toEqual([]);
  });

  it('with a signature of another type is rejected', async () => {
    const listener = await startListener({ secrets: [SECRET] });
    expect((await listener.post(keywordAlert({ hmac: 1 }))).status).toBe(422);
  });

  it('is accepted up to five minutes before and after the current time', async () => {
    const listener = await startListener({ secrets: [SECRET] });
    expect((await listener.post(signed(NOW - 5 * MINUTE_MS))).status).toBe(200);
    expect((await listener.post(signed(NOW + 5 * MINUTE_MS))).status).toBe(200);
    for (const time of [NOW - 5 * MINUTE_MS - 1, NOW + 5 * MINUTE_MS + 1, 8_640_000_000_000_000]) {
      const { status, body } = await listener.post(signed(time));
      expect(status).toBe(401);
      expect(body).toEqual(
        errorBody('The time of the event differs from the current time by more than five minutes.'),
      );
    }
  });

  it('expires as time passes', async () => {
    const clock = createFakeClock(NOW);
    const listener = await startListener({ secrets: [SECRET], clock });
    expect((await listener.post(signed())).status).toBe(200);
    clock.advance(5 * MINUTE_MS + 1);
    expect((await listener.post(signed())).status).toBe(401);
  });

  it('may be signed with any of several secrets', async () => {
    const listener = await startListener({ secrets: ['new', 'old'] });
    expect((await listener.post(signed(NOW, 'new'))).status).toBe(200);
    expect((await listener.post(signed(NOW + 1, 'old'))).status).toBe(200);
    expect((await listener.post(signed(NOW + 2, 'older'))).status).toBe(401);
  });
});

describe('an event signed by the embedded service', () => {
  const OLD = NOW - 24 * 60 * MINUTE_MS;

  it('is accepted however late it arrives', async () => {
    const listener = await startListener({ secrets: [SECRET], ownSecret: 'own' });
    expect((await listener.post(signed(OLD, 'own'))).status).toBe(200);
    expect((await listener.post(signed(OLD))).status).toBe(401);
    expect((await listener.post(signed(NOW))).status).toBe(200);
  });

  it('still needs a valid signature', async () => {
    const listener = await startListener({ secrets: [SECRET], ownSecret: 'own' });
    expect((await listener.post(keywordAlert())).status).toBe(401);
    expect((await listener.post(signed(NOW, 'another'))).status).toBe(401);
  });
});

describe('without a secret', () => {
  it('accepts an event with the right token, whatever its time or signature', async () => {
    const listener = await startListener();
    for (const changes of [{}, { time: 0 }, { time: NOW * 2 }, { hmac: 'anything' }]) {
      expect((await listener.post(keywordAlert(changes))).status).toBe(200);
    }
  });

  it('logs a hint once', async () => {
    const listener = await startListener();
    await listener.post(keywordAlert());
    const said = listener.lines.filter((line) => line.includes('MODERATION_WEBHOOK_SECRET'));
    expect(said).toHaveLength(1);
  });
});

it('logs no hint with a secret', async () => {
  const listener = await startListener({ secrets: [SECRET] });
  expect(listener.lines.join()).not.toContain('MODERATION_WEBHOOK_SECRET');
});
