import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { addonListEnvelopeSchema } from '../../../src/service-api/schemas/addons.ts';
import { keywordAlertEventSchema } from '../../../src/service-api/schemas/events.ts';
import { silentLogger } from '../../../src/shared/logger.ts';
import { openStore } from '../../../src/service/store/store.ts';
import { createFakeClock } from '../../helpers/fake-clock.ts';
import { sendJson, startHttpServer } from '../../helpers/http-server.ts';
import { tempDir } from '../../helpers/temp-dir.ts';
import { addKeyword, enable, removeKeyword } from './addon-calls.ts';
import { accepted, call, moderate, refused } from './call.ts';
import { post, startService } from './start.ts';

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
  it('has the inactive keyword alert at first', async () => {
    const { baseUrl } = await startService();
    const { available, active } = await list(baseUrl);
    expect(active).toEqual([]);
    expect(available).toMatchObject({
      keywordAlert: { sku: 'keywordAlert', requiredSetupProperties: ['addon', 'webhook'] },
    });
  });

  it('has it active once enabled, even after a restart', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const first = await startService({ stateUrl });
    const webhook = 'http://127.0.0.1:9/hook';
    expect(await enable(first.baseUrl, { addon: 'keywordAlert', webhook })).toMatchObject({
      status: 200,
      body: accepted({ addon: 'keywordAlert', webhook, includeFullMessage: false }),
    });
    // The first service is not stopped, which simulates a crash.
    const { baseUrl } = await startService({ stateUrl });
    expect((await list(baseUrl)).active).toEqual(['keywordAlert']);
  });
});

describe('the keyword alert', () => {
  it('cannot be avoided with metadata too deep to serialise, which is refused', async () => {
    const { baseUrl, events } = await startAlerting();
    const metadata = (lists: number) => {
      let x: unknown = 1;
      for (let depth = 0; depth < lists; depth += 1) x = [x];
      return { metadata: { x } };
    };
    const tooDeep = {
      status: 400,
      body: refused('The body must not be nested more than 100 levels deep.'),
    };
    expect(await moderate(baseUrl, 'free nitro', metadata(99))).toMatchObject(tooDeep);
    const x = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = `{"sample":"free nitro","metadata":{"x":${x}}}`;
    expect(await post(baseUrl, body)).toMatchObject(tooDeep);
    expect((await moderate(baseUrl, 'free nitro', metadata(98))).status).toBe(200);
    expect(await events(1)).toMatchObject([{ payload: metadata(98) }]);
  });

  it('has keyword, metadata and time, and the text only on request', async () => {
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

  it('has the text as sent, on request', async () => {
    const { baseUrl, events } = await startAlerting({ includeFullMessage: true });
    const sample = 'free  NITRO, write to a@b.example 🔥';
    await moderate(baseUrl, sample);
    const [event] = await events(1);
    expect(event?.payload).toEqual({ keywordDetected: 'nitro', metadata: {}, fullText: sample });
  });

  it('is stored before the moderation response, which otherwise does not wait for the store', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const silent = await startHttpServer(() => {});
    const { baseUrl } = await startService({ stateUrl, clock: createFakeClock() });
    await enable(baseUrl, { addon: 'keywordAlert', webhook: silent.baseUrl });
    await addKeyword(baseUrl, 'nitro');
    const database = await openStore(stateUrl, silentLogger);
    onTestFinished(() => database.destroy());

    const answered: string[] = [];
    const { alerted } = await database.transaction().execute(async () => {
      // Blocks all other writes meanwhile.
      const alerted = moderate(baseUrl, 'nitro').then(() => answered.push('nitro'));
      await moderate(baseUrl, 'plain');
      answered.push('plain');
      return { alerted };
    });
    await alerted;
    expect(answered).toEqual(['plain', 'nitro']);
    const stored = await database.selectFrom('outbox').select('body').executeTakeFirst();
    expect(JSON.parse(stored?.body ?? '')).toMatchObject({
      payload: { keywordDetected: 'nitro' },
    });
  });

  it('is sent for each matching keyword, up to ten', async () => {
    const { baseUrl, events } = await startAlerting();
    const words = Array.from({ length: 12 }, (_, index) => `w${index}`);
    for (const word of words) await addKeyword(baseUrl, word);
    await moderate(baseUrl, words.join(' '));
    const alerts = await events(10);
    expect(alerts.map(({ payload }) => payload.keywordDetected)).toEqual(words.slice(0, 10));
  });

  it('is sent with 20 metadata keys, but not with 21', async () => {
    const { baseUrl, events } = await startAlerting();
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, index]));
    expect((await moderate(baseUrl, 'nitro 21', { metadata: keys(21) })).status).toBe(200);
    await moderate(baseUrl, 'nitro 20', { metadata: keys(20) });
    const [event] = await events(1);
    expect(Object.keys(event?.payload.metadata ?? {})).toHaveLength(20);
  });

  it('is not sent for a removed keyword, in any spelling', async () => {
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

  it("is sent only for the account's own keywords", async () => {
    const { baseUrl } = await startService({ furtherKeys: { other: 'other-key' } });
    const server = await receiver();
    await enable(baseUrl, { addon: 'keywordAlert', webhook: server.baseUrl });
    await addKeyword(baseUrl, 'theirs', 'other-key');
    await addKeyword(baseUrl, 'ours');
    await moderate(baseUrl, 'theirs and ours');
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    expect(server.requests[0]?.body).toContain('"ours"');
  });

  it('works with its keywords after a restart', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const server = await receiver();
    const first = await startService({ stateUrl });
    await enable(first.baseUrl, { addon: 'keywordAlert', webhook: server.baseUrl });
    await addKeyword(first.baseUrl, 'Nitro');
    await addKeyword(first.baseUrl, 'gone');
    await removeKeyword(first.baseUrl, 'gone');
    const { baseUrl } = await startService({ stateUrl });
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

  it('signs the time of every later event', async () => {
    const { baseUrl, clock, events } = await startAlerting();
    const secret = await issue(baseUrl);
    await moderate(baseUrl, 'nitro');
    const [event] = await events(1);
    const expected = createHmac('sha256', secret).update(String(clock.now())).digest('base64');
    expect(event?.hmac).toBe(expected);
  });

  it('stays the same on further calls and after a restart', async () => {
    const stateUrl = `sqlite:${join(tempDir(), 'service.sqlite')}`;
    const first = await startService({ stateUrl });
    const [one, two] = await Promise.all([issue(first.baseUrl), issue(first.baseUrl)]);
    const { baseUrl } = await startService({ stateUrl });
    expect([two, await issue(baseUrl)]).toEqual([one, one]);
  });
});
