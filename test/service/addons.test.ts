import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addonListEnvelopeSchema } from '../../src/protocol/addons.ts';
import { keywordAlertEventSchema } from '../../src/protocol/events.ts';
import { createOutboxStore } from '../../src/service/store/outbox.ts';
import { openStore } from '../../src/service/store/store.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { sendJson, startHttpServer } from '../helpers/http-server.ts';
import { tempDir } from '../helpers/temp-dir.ts';
import { addKeyword, enable, removeKeyword } from './addon-calls.ts';
import { accepted, call, moderate } from './call.ts';
import { startService } from './start.ts';

function receiver() {
  return startHttpServer((response) => sendJson(response, {}));
}

const list = async (baseUrl: string) =>
  addonListEnvelopeSchema.parse((await call(baseUrl, { method: 'GET', path: '/addons' })).body)
    .response;

/** A service with the add-on enabled for a receiver and the keyword "nitro". */
async function startAlerting(options: { includeFullMessage?: boolean } = {}) {
  const server = await receiver();
  const clock = createFakeClock();
  const { baseUrl } = await startService({ clock });
  await enable(baseUrl, { addon: 'keywordAlert', webhook: `${server.baseUrl}/hook`, ...options });
  await addKeyword(baseUrl, 'nitro');
  const events = async (count: number) => {
    await vi.waitFor(() => expect(server.requests).toHaveLength(count));
    return server.requests.map(({ body }) => keywordAlertEventSchema.parse(JSON.parse(body)));
  };
  return { server, clock, baseUrl, events };
}

describe('the list of add-ons', () => {
  it('has the keyword alert, inactive at first', async () => {
    const { baseUrl } = await startService();
    const { available, active } = await list(baseUrl);
    expect(active).toEqual([]);
    expect(available).toMatchObject({
      keywordAlert: { sku: 'keywordAlert', requiredSetupProperties: ['addon', 'webhook'] },
    });
  });

  it('has it active once it is enabled, after a restart too', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const first = await startService({ storePath });
    const webhook = 'http://127.0.0.1:9/hook';
    expect(await enable(first.baseUrl, { addon: 'keywordAlert', webhook })).toMatchObject({
      status: 200,
      body: accepted({ addon: 'keywordAlert', webhook, includeFullMessage: false }),
    });
    // The first one is dropped as it is.
    const { baseUrl } = await startService({ storePath });
    expect((await list(baseUrl)).active).toEqual(['keywordAlert']);
  });
});

describe('the event of a found keyword', () => {
  it('tells keyword, metadata and time, and no text unless asked to', async () => {
    const { baseUrl, clock, server, events } = await startAlerting();
    const metadata = { guild: '1', deep: { list: [1, null] } };
    const answer = await moderate(baseUrl, 'free Nitro!', { metadata });
    expect(answer.status).toBe(200);
    expect(await events(1)).toEqual([
      {
        sender: 'service-webhooks',
        addon: 'keywordAlert',
        payload: { keywordDetected: 'nitro', metadata, fullText: false },
        time: clock.now(),
      },
    ]);
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/hook' });
  });

  it('has the text as it was when asked to', async () => {
    const { baseUrl, events } = await startAlerting({ includeFullMessage: true });
    const sample = 'free  NITRO, write to a@b.example 🔥';
    await moderate(baseUrl, sample);
    const [event] = await events(1);
    expect(event?.payload).toEqual({ keywordDetected: 'nitro', metadata: {}, fullText: sample });
  });

  it('is stored before the moderation is answered, which waits for the store only then', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const silent = await startHttpServer(() => {});
    const { baseUrl } = await startService({ storePath, clock: createFakeClock() });
    await enable(baseUrl, { addon: 'keywordAlert', webhook: silent.baseUrl });
    await addKeyword(baseUrl, 'nitro');
    const database = await openStore(storePath);
    onTestFinished(() => database.close());

    const answered: string[] = [];
    const { alerted } = await database.transaction(async () => {
      // Nobody else can write meanwhile.
      const alerted = moderate(baseUrl, 'nitro').then(() => answered.push('nitro'));
      await moderate(baseUrl, 'plain');
      answered.push('plain');
      return { alerted };
    });
    await alerted;
    expect(answered).toEqual(['plain', 'nitro']);
    const stored = await createOutboxStore(database).first(silent.baseUrl);
    expect(JSON.parse(stored?.body ?? '')).toMatchObject({
      payload: { keywordDetected: 'nitro' },
    });
  });

  it('is sent for each keyword in the sample, up to ten', async () => {
    const { baseUrl, events } = await startAlerting();
    const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
    for (const word of words) await addKeyword(baseUrl, word);
    await moderate(baseUrl, words.join(' '));
    const found = await events(10);
    expect(found.map(({ payload }) => payload.keywordDetected)).toEqual(words.slice(0, 10));
  });

  it('is sent with 20 keys of metadata, and not with 21', async () => {
    const { baseUrl, events } = await startAlerting();
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
    expect((await moderate(baseUrl, 'nitro 21', { metadata: keys(21) })).status).toBe(200);
    await moderate(baseUrl, 'nitro 20', { metadata: keys(20) });
    const [event] = await events(1);
    expect(Object.keys(event?.payload.metadata ?? {})).toHaveLength(20);
  });

  it('is not sent for a keyword that was removed, however it was written', async () => {
    const { baseUrl, server, events } = await startAlerting();
    await addKeyword(baseUrl, 'last');
    expect(await removeKeyword(baseUrl, 'NITRO')).toMatchObject({
      status: 200,
      body: accepted({ keyword: 'NITRO' }),
    });
    await moderate(baseUrl, 'nitro');
    await moderate(baseUrl, 'last');
    await events(1);
    expect(server.requests[0]?.body).toContain('"last"');
  });

  it('is not sent before the add-on is enabled', async () => {
    const server = await receiver();
    const { baseUrl } = await startService();
    await addKeyword(baseUrl, 'nitro');
    await moderate(baseUrl, 'nitro 1', { metadata: { at: 1 } });
    await enable(baseUrl, { addon: 'keywordAlert', webhook: server.baseUrl });
    await moderate(baseUrl, 'nitro 2', { metadata: { at: 2 } });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(server.requests[0]?.body).toContain('{"at":2}');
  });

  it('is sent for the keywords of the account alone', async () => {
    const { baseUrl } = await startService({ furtherKeys: { other: 'other-key' } });
    const server = await receiver();
    await enable(baseUrl, { addon: 'keywordAlert', webhook: server.baseUrl });
    await addKeyword(baseUrl, 'theirs', 'other-key');
    await addKeyword(baseUrl, 'ours');
    await moderate(baseUrl, 'theirs and ours');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(server.requests[0]?.body).toContain('"ours"');
  });

  it('knows its keywords after a restart', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const server = await receiver();
    const first = await startService({ storePath });
    await enable(first.baseUrl, { addon: 'keywordAlert', webhook: server.baseUrl });
    await addKeyword(first.baseUrl, 'Nitro');
    await addKeyword(first.baseUrl, 'gone');
    await removeKeyword(first.baseUrl, 'gone');
    const { baseUrl } = await startService({ storePath });
    await moderate(baseUrl, 'gone nitro');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(server.requests[0]?.body).toContain('"Nitro"');
  });
});

describe('the shared secret', () => {
  const issue = async (baseUrl: string): Promise<string> => {
    const { body } = await call(baseUrl, { method: 'PATCH', path: '/addons/secrets', body: {} });
    expect(body).toEqual(accepted({ secret: expect.stringMatching(/^[\w-]{43}$/) }));
    return JSON.parse(JSON.stringify(body)).response.secret;
  };

  it('signs the time of every event from then on', async () => {
    const { baseUrl, clock, events } = await startAlerting();
    const secret = await issue(baseUrl);
    await moderate(baseUrl, 'nitro');
    const [event] = await events(1);
    const expected = createHmac('sha256', secret).update(String(clock.now())).digest('base64');
    expect(event?.hmac).toBe(expected);
  });

  it('is the same when asked for again, after a restart too', async () => {
    const storePath = join(tempDir(), 'service.sqlite');
    const first = await startService({ storePath });
    const [one, two] = await Promise.all([issue(first.baseUrl), issue(first.baseUrl)]);
    const { baseUrl } = await startService({ storePath });
    expect([two, await issue(baseUrl)]).toEqual([one, one]);
  });
});
