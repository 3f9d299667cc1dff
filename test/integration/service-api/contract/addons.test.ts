import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startHttpServer } from '../../../helpers/http-server.ts';
import { array, requestService, refusal, moderate, object, responseOf, typesOf } from './http.ts';
import { eventually, isRemote, namedSecret, newWord, reachesUs, useTarget } from './target.ts';

/* The documented interface of add-ons and the keyword alert, checked without our schemas. */

const target = useTarget();

const list = async () =>
  object(responseOf(await requestService(target, { method: 'GET', path: '/addons' })));

const write = (method: string, path: string, body: unknown) =>
  requestService(target, { method, path, body });

/** Registers a keyword until the test ends. */
async function register(keyword: string) {
  onTestFinished(async () => {
    await write('DELETE', '/addons/keywords', { keyword });
  });
  expect((await write('PATCH', '/addons/keywords', { keyword })).status).toBe(200);
}

/** Registers a keyword whose events go to a new receiver. The interface has no way to remove a receiver. */
async function alerted(keyword: string, includeFullMessage?: boolean) {
  const receiver = await startHttpServer((response) => response.end());
  const webhook = `${receiver.baseUrl}/keywords`;
  const body = { addon: 'keywordAlert', webhook };
  const enabled = await write(
    'PATCH',
    '/addons',
    includeFullMessage === undefined ? body : { ...body, includeFullMessage },
  );
  expect(enabled.status).toBe(200);
  await register(keyword);
  return receiver;
}

type Receiver = Awaited<ReturnType<typeof startHttpServer>>;

/** Waits for events of a keyword. */
function eventsOf(receiver: Receiver, keyword: string) {
  return eventually(() => {
    const events = receiver.requests
      .map(({ body }) => object(JSON.parse(body)))
      .filter(({ payload }) => object(payload).keywordDetected === keyword);
    expect(events.length).toBeGreaterThan(0);
    return events;
  });
}

describe('the list', () => {
  it('describes the keyword alert by its sku', async () => {
    const { keywordAlert } = object((await list()).available);
    expect(typesOf(keywordAlert)).toMatchObject({ sku: 'string', name: 'string', info: 'string' });
    const { sku, attributes, requiredSetupProperties } = object(keywordAlert);
    expect(sku).toBe('keywordAlert');
    expect(new Set(Object.values(typesOf(attributes)))).toEqual(new Set(['string']));
    expect(requiredSetupProperties).toEqual(expect.arrayContaining(['addon', 'webhook']));
  });

  it('lists every add-on under its own sku', async () => {
    for (const [sku, addon] of Object.entries(object((await list()).available))) {
      expect(object(addon).sku).toBe(sku);
    }
  });

  it.runIf(reachesUs)('lists the keyword alert as active once it is enabled', async () => {
    await alerted(newWord());
    expect(array((await list()).active)).toContain('keywordAlert');
  });

  it.skipIf(isRemote)('belongs to one account', async () => {
    await alerted(newWord());
    const headers = { 'x-service-api-auth': target.otherKey };
    const other = await requestService(target, { method: 'GET', path: '/addons', headers });
    expect(object(responseOf(other)).active).toEqual([]);
  });
});

describe.runIf(reachesUs)('the keyword alert', () => {
  it('posts an event with the keyword, the metadata and the time', async () => {
    const keyword = newWord();
    const receiver = await alerted(keyword);
    const metadata = { id: 'a', count: 2, nested: { list: [true, null] } };

    await moderate(target, `they talk of ${keyword} again`, metadata);

    const [event] = await eventsOf(receiver, keyword);
    expect(event).toMatchObject({
      sender: 'service-webhooks',
      addon: 'keywordAlert',
      payload: { keywordDetected: keyword, metadata, fullText: false },
      time: expect.any(Number),
    });
    expect(Number.isInteger(event?.time)).toBe(true);
    expect(Math.abs(Number(event?.time) - target.now())).toBeLessThan(60_000);
    expect(receiver.requests[0]).toMatchObject({ method: 'POST', url: '/keywords' });
    expect(receiver.requests[0]?.headers['content-type']).toMatch(/^application\/json/);
  });

  it.each([
    [true, (text: string): unknown => text],
    [false, (): unknown => false],
  ])('includes the sample or false with includeFullMessage %j', async (include, fullText) => {
    const keyword = newWord();
    const receiver = await alerted(keyword, include);
    const sample = `Où est ${keyword} ? 🪁`;
    await moderate(target, sample);
    const [event] = await eventsOf(receiver, keyword);
    expect(object(event?.payload).fullText).toBe(fullText(sample));
  });

  it.each(['blåbær', 'воздушный змей', '凧揚げ', '🪁', 'R2D2'])(
    'finds keywords of any text: %s',
    async (text) => {
      const keyword = `${text} ${newWord()}`;
      const receiver = await alerted(keyword);
      await moderate(target, `say ${keyword} now`);
      expect(await eventsOf(receiver, keyword)).toHaveLength(1);
    },
  );

  it('finds several keywords in first sample', async () => {
    const [first, second] = [newWord(), newWord()];
    await alerted(first);
    const receiver = await alerted(second);
    await moderate(target, `${first} and ${second}`);
    expect(await eventsOf(receiver, first)).toHaveLength(1);
    expect(await eventsOf(receiver, second)).toHaveLength(1);
  });

  it('does not find a removed keyword', async () => {
    const [gone, kept] = [newWord(), newWord()];
    await alerted(gone);
    const receiver = await alerted(kept);
    expect((await write('DELETE', '/addons/keywords', { keyword: gone })).status).toBe(200);

    await moderate(target, `${gone}, ${kept}`);
    await moderate(target, `${gone} and once more ${kept}`);

    await eventually(() => expect(receiver.requests).toHaveLength(2));
    const payloads = receiver.requests.map(({ body }) => object(object(JSON.parse(body)).payload));
    expect(payloads.map(({ keywordDetected }) => keywordDetected)).toEqual([kept, kept]);
  });

  it('runs with 20 metadata keys and skips a sample with 21, which is still moderated', async () => {
    const keyword = newWord();
    const receiver = await alerted(keyword, true);
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, key) => [`key${key}`, key]));

    await moderate(target, `${keyword} with too many`, keys(21));
    await moderate(target, `${keyword} with just enough`, keys(20));

    const events = await eventsOf(receiver, keyword);
    // Events arrive in order, so an event for the first sample would have arrived.
    expect(events.map(({ payload }) => object(payload).fullText)).toEqual([
      `${keyword} with just enough`,
    ]);
  });

  it('posts nothing for a sample without a keyword', async () => {
    const keyword = newWord();
    const receiver = await alerted(keyword);
    await moderate(target, 'nothing of the kind');
    await moderate(target, keyword);
    await eventsOf(receiver, keyword);
    expect(receiver.requests).toHaveLength(1);
  });

  it('does not delay moderation if the receiver never responds', async () => {
    const keyword = newWord();
    const receiver = await startHttpServer(() => {});
    await write('PATCH', '/addons', { addon: 'keywordAlert', webhook: receiver.baseUrl });
    await register(keyword);
    await moderate(target, keyword);
    expect(await moderate(target, `${keyword} again`)).toHaveProperty('suggestedAction');
    await eventually(() => expect(receiver.requests).toHaveLength(1));
  });
});

describe.skipIf(isRemote)('our own choices', () => {
  it('deliver an event again after the receiver failed', async () => {
    const keyword = newWord();
    let isUp = false;
    const receiver = await startHttpServer((response) => {
      response.writeHead(isUp ? 200 : 503).end();
    });
    await write('PATCH', '/addons', { addon: 'keywordAlert', webhook: receiver.baseUrl });
    await register(keyword);
    await moderate(target, `first ${keyword}`);
    await eventually(() => expect(receiver.requests).toHaveLength(1));
    isUp = true;
    await eventually(async () => {
      await target.letPass(1_000);
      await wait(5);
      expect(receiver.requests.length).toBeGreaterThan(1);
    });
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
  });

  it('list keywords and disable the keyword alert', async () => {
    const keyword = newWord();
    await alerted(keyword);
    const listed = await requestService(target, { method: 'GET', path: '/addons/keywords' });
    expect(array(object(responseOf(listed)).keywords)).toContain(keyword);
    expect((await write('DELETE', '/addons', { addon: 'keywordAlert' })).status).toBe(200);
    expect(array((await list()).active)).toEqual([]);
    expect(await write('DELETE', '/addons', { addon: 'no' })).toMatchObject(refusal(400));
  });

  it('find a keyword at word boundaries only, in any case', async () => {
    const keyword = newWord();
    const receiver = await alerted(keyword, true);
    await moderate(target, `x${keyword}x`);
    await moderate(target, `(${keyword.toUpperCase()})`);
    const events = await eventsOf(receiver, keyword);
    expect(events.map(({ payload }) => object(payload).fullText)).toEqual([
      `(${keyword.toUpperCase()})`,
    ]);
  });
});

const knowsSecret = !isRemote || namedSecret !== '';
if (!knowsSecret) console.warn('Tests of signatures are skipped: no CONTRACT_SECRET.');

describe.runIf(knowsSecret && reachesUs)('the secret', () => {
  /** Ours is returned when it is enabled. Elsewhere the caller enabled it and named it. */
  async function enabled(): Promise<string> {
    if (isRemote) return namedSecret;
    const { secret } = object(responseOf(await write('PATCH', '/addons/secrets', {})));
    expect(secret).toBeTypeOf('string');
    return String(secret);
  }

  it('signs the time of events', async () => {
    const secret = await enabled();
    const keyword = newWord();
    const receiver = await alerted(keyword);
    await moderate(target, keyword);
    const [event] = await eventsOf(receiver, keyword);
    const expected = createHmac('sha256', secret).update(String(event?.time));
    expect(event?.hmac).toBe(expected.digest('base64'));
  });
});

it.each([
  ['no keyword', 'PATCH', '/addons/keywords', {}],
  ['a keyword of nothing', 'PATCH', '/addons/keywords', { keyword: '' }],
  ['a keyword that is a number', 'PATCH', '/addons/keywords', { keyword: 7 }],
  ['removing no keyword', 'DELETE', '/addons/keywords', {}],
  ['an add-on without a webhook', 'PATCH', '/addons', { addon: 'keywordAlert' }],
  ['a webhook without an add-on', 'PATCH', '/addons', { webhook: 'https://hooks.example' }],
  ['an unknown add-on', 'PATCH', '/addons', { addon: 'no', webhook: 'https://hooks.example' }],
  ['a webhook that is no URI', 'PATCH', '/addons', { addon: 'keywordAlert', webhook: 'here' }],
])('rejects %s', async (_what, method, path, body) => {
  expect(await write(method, path, body)).toMatchObject(refusal(400));
});
