import { createConnection, type Socket } from 'node:net';
import { EventEmitter, once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../../../src/shared/clock.ts';
import { createLogger } from '../../../../src/shared/logger.ts';
import { engine } from '../../../helpers/engine.ts';
import type { Engine } from '../../../../src/service/engine/engine.ts';
import { createService } from '../../../../src/service/service.ts';
import { textModerationEnvelopeSchema } from '../../../../src/service-api/schemas/text-moderation.ts';
import { API_KEY, post, startService } from '../start.ts';

const KIB = 1024;

/** Writes bytes to a socket and reads the whole response. */
async function raw(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = createConnection({ host: hostname, port: Number(port) });
  await once(socket, 'connect');
  socket.write(bytes);
  return text(socket);
}

function refused(sentence: string) {
  return { api: 'service-lang-text', success: false, response: sentence };
}

describe('the server', () => {
  const NOT_JSON = 'The body is not valid JSON.';
  const NO_SAMPLE = 'The field sample must be a non-empty string.';
  const NO_OBJECT = 'The body must be a JSON object.';
  const NO_METADATA = 'The field metadata must be an object.';

  it.each([
    ['no body', '', NOT_JSON],
    ['broken JSON', '{"sample": "a', NOT_JSON],
    ['an invalid UTF-8 byte outside a string', '\u0000{"sample":"a"}', NOT_JSON],
    ['a string', '"hello"', NO_OBJECT],
    ['a list', '[]', NO_OBJECT],
    ['null', 'null', NO_OBJECT],
    ['no sample', '{}', NO_SAMPLE],
    ['an empty sample', '{"sample":""}', NO_SAMPLE],
    ['a sample that is a number', '{"sample":7}', NO_SAMPLE],
    ['a sample that is null', '{"sample":null}', NO_SAMPLE],
    ['an inherited sample', '{"__proto__":{"sample":"a"}}', NO_SAMPLE],
    ['metadata that is a list', '{"sample":"a","metadata":[]}', NO_METADATA],
    ['metadata that is null', '{"sample":"a","metadata":null}', NO_METADATA],
    ['metadata that is a string', '{"sample":"a","metadata":"b"}', NO_METADATA],
  ])('answers %s with 400', async (_name, body, sentence) => {
    const { baseUrl } = await startService();
    const answer = await post(baseUrl, body);
    expect(answer).toMatchObject({ status: 400, body: refused(sentence) });
  });

  it.each([
    ['a missing key', '', 'The header x-service-api-auth with an API key is missing.'],
    ['a wrong key', 'wrong', 'The API key in the header x-service-api-auth is not valid.'],
    [
      'a key with a suffix',
      `${API_KEY}x`,
      'The API key in the header x-service-api-auth is not valid.',
    ],
  ])('answers %s with 401', async (_name, key, sentence) => {
    const { baseUrl } = await startService();
    const answer = await post(baseUrl, '{"sample":"a"}', { 'x-service-api-auth': key });
    expect(answer).toMatchObject({ status: 401, body: refused(sentence) });
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'answers the content type %s with 415',
    async (contentType) => {
      const { baseUrl } = await startService();
      const answer = await post(baseUrl, '{"sample":"a"}', { 'content-type': contentType });
      expect(answer).toMatchObject({
        status: 415,
        body: refused('The content type of a body must be application/json.'),
      });
    },
  );

  it('answers a body of more than 64 KiB with 413', async () => {
    const { baseUrl } = await startService();
    const answer = await post(baseUrl, JSON.stringify({ sample: 'a'.repeat(64 * KIB) }));
    expect(answer).toMatchObject({
      status: 413,
      body: refused('The body is larger than 65536 bytes.'),
    });
  });

  it.each(['/', '/text', '/text/moderation/more', '/__proto__', '/text/moderation%00'])(
    'answers the unknown path %s with 404',
    async (path) => {
      const { baseUrl } = await startService();
      const response = await fetch(`${baseUrl}${path}`, { method: 'POST' });
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(refused('The route does not exist.'));
    },
  );

  it('answers an unknown path with 404 whatever its body', async () => {
    const { baseUrl } = await startService();
    for (const body of ['', '{', ' '.repeat(65_537)]) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${baseUrl}/moderations`, { method: 'POST', headers, body });
      expect([response.status, await response.json()]).toEqual([
        404,
        refused('The route does not exist.'),
      ]);
    }
  });

  it.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    'answers the method %s with 405 and the allowed one',
    async (method) => {
      const { baseUrl } = await startService();
      const response = await fetch(`${baseUrl}/text/moderation?a=b`, { method });
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe('POST');
      expect(await response.json()).toEqual(
        refused(`The method ${method} is not allowed on this route.`),
      );
    },
  );

  it.each([
    [
      'a path the router cannot decode',
      'POST /%zz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
      400,
    ],
    ['invalid HTTP', 'hello\r\n\r\n', 400],
    [
      'two content lengths',
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
    ],
    ['headers of 64 KiB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(64 * KIB)}\r\n\r\n`, 431],
  ])('answers %s on the socket with an envelope', async (_name, bytes, status) => {
    const { baseUrl } = await startService();
    const answer = await raw(baseUrl, bytes);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toEqual(refused(expect.stringMatching(/^The .*\.$/)));
  });
});

describe('unusual but valid input', () => {
  const nested = `${'['.repeat(90)}${']'.repeat(90)}`;
  const manyKeys = JSON.stringify(
    Object.fromEntries(Array.from({ length: 1_000 }, (_, key) => [`key${key}`, key])),
  );

  it.each([
    ['a lone surrogate', String.raw`{"sample":"a \ud800 b"}`],
    ['NUL', String.raw`{"sample":"a\u0000b"}`],
    ['a __proto__ key in the metadata', '{"sample":"a","metadata":{"__proto__":{"x":1}}}'],
    ['a __proto__ key beside the sample', '{"sample":"a","__proto__":{"x":1}}'],
    ['a poisoned constructor', '{"sample":"a","metadata":{"constructor":{"prototype":{"x":1}}}}'],
    ['metadata 90 lists deep', `{"sample":"a","metadata":{"x":${nested}}}`],
    ['more than 20 keys of metadata', `{"sample":"a","metadata":${manyKeys}}`],
    ['60 KiB of one letter', JSON.stringify({ sample: 'a'.repeat(60 * KIB) })],
    ['60 KiB of zero-width spaces', JSON.stringify({ sample: '\u200b'.repeat(20 * KIB) })],
    ['60 KiB of combining marks', JSON.stringify({ sample: '\u0301\u0316'.repeat(15 * KIB) })],
    ['only spaces', '{"sample":"   "}'],
  ])('answers %s with a pass', async (_name, body) => {
    const { baseUrl } = await startService();
    const answer = await post(baseUrl, body);
    expect(answer.status).toBe(200);
    const { response } = textModerationEnvelopeSchema.parse(answer.body);
    expect(response.suggestedAction[0]).toBe('pass');
  });

  it('reads a content type with a charset', async () => {
    const { baseUrl } = await startService();
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    expect(await post(baseUrl, '{"sample":"a"}', headers)).toMatchObject({ status: 200 });
  });
});

describe('the moderation envelope', () => {
  it("has the engine's assessment, the language, and ids of the result and the run", async () => {
    let count = 0;
    const newUuid = () => `uuid-${(count += 1)}`;
    const { baseUrl } = await startService({ newUuid });
    const sample = 'Hola amigos, what a day. Fuck you, idiot!';
    const { body } = await post(baseUrl, JSON.stringify({ sample }));
    const { response, version } = textModerationEnvelopeSchema.parse(body);
    const { heads, action, confidence } = engine.assess(sample);
    expect(version).toBe('trained-1');
    const fourDigits = (score: number): unknown => expect.closeTo(score, 4);
    expect(response.suggestedAction).toEqual([action, fourDigits(confidence)]);
    expect(response.engine1.baseline).toEqual(fourDigits(heads.toxicity));
    expect(response.engine2).toMatchObject({
      aggressive: fourDigits(heads.aggressive),
      defensive: fourDigits(heads.defensive),
      vulgar: fourDigits(heads.vulgar),
    });
    expect(response.metadata).toMatchObject({
      modelTrainingWords: ['fuck', 'idiot'],
      alloc: 'uuid-1',
      uuid: 'uuid-2',
      warningIssued: true,
    });
    expect(response.patches.modelTrainingWordPatch).toEqual([true, true]);
    const [first = 0, second = 0] = response.metadata.times;
    expect(response.metadata.computeTime).toBeCloseTo(first + second, 3);
  });

  it.each([
    ['Das ist ein schöner Tag und wir gehen gleich spazieren', 'German'],
    ['Is everybody ready for the game tonight?', 'English'],
    ['12345', 'Unknown'],
  ])('names the language of %j', async (sample, language) => {
    const { baseUrl } = await startService();
    const { body } = await post(baseUrl, JSON.stringify({ sample }));
    const { insights } = textModerationEnvelopeSchema.parse(body).response;
    expect(insights.dialectPrediction[0]).toBe(language);
  });
});

describe('errors and logs', () => {
  const SECRET_SAMPLE = 'the quick brown secret';
  const brokenEngine: Engine = {
    version: 'broken',
    assess: (sample) => {
      throw new Error(`cannot judge ${sample}`);
    },
  };

  function memoryLogger() {
    const lines: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        lines.push(chunk.toString());
        done();
      },
    });
    return { lines, logger: createLogger('trace', sink) };
  }

  it('answer an internal error with 500 and no details', async () => {
    const { baseUrl } = await startService({ engine: brokenEngine });
    const answer = await post(baseUrl, JSON.stringify({ sample: SECRET_SAMPLE }));
    const sentence = 'The service failed because of an internal error. Try again later.';
    expect(answer).toMatchObject({ status: 500, body: refused(sentence) });
  });

  it('never contain the sample or the key', async () => {
    const { lines, logger } = memoryLogger();
    const { baseUrl, service } = await startService({ engine: brokenEngine, logger });
    await post(baseUrl, JSON.stringify({ sample: SECRET_SAMPLE }));
    await fetch(`${baseUrl}/${encodeURIComponent(SECRET_SAMPLE)}?key=${API_KEY}`);
    await service.stop();
    const log = lines.join('');
    expect(log).toContain('request failed');
    expect(log).toContain('"status":500');
    expect(log).toContain('"status":404');
    expect(log).not.toContain('secret');
    expect(log).not.toContain(API_KEY);
  });
});

describe('starting and stopping', () => {
  const REQUEST = `POST /text/moderation HTTP/1.1\r\nhost: a\r\nx-service-api-auth: ${API_KEY}\r\ncontent-type: application/json\r\ncontent-length: 14\r\n`;

  async function connect(baseUrl: string): Promise<Socket> {
    const { hostname, port } = new URL(baseUrl);
    const socket = createConnection({ host: hostname, port: Number(port) });
    await once(socket, 'connect');
    return socket;
  }

  /** Resolves when the service has read the headers of a request: with “Expect”, it confirms them. */
  async function sendHeaders(baseUrl: string): Promise<Socket> {
    const socket = await connect(baseUrl);
    socket.write(`${REQUEST}expect: 100-continue\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  it('answers a request in flight before it stops', async () => {
    const { baseUrl, service } = await startService();
    const socket = await sendHeaders(baseUrl);
    const stopped = service.stop();
    socket.write('{"sample":"a"}');
    expect(await text(socket)).toContain('HTTP/1.1 200 OK');
    await stopped;
    await expect(fetch(baseUrl)).rejects.toThrow('fetch failed');
  });

  it('stops despite an idle kept-alive connection', async () => {
    const { baseUrl, service } = await startService();
    await post(baseUrl, '{"sample":"a"}');
    await expect(service.stop()).resolves.toBeUndefined();
  });

  it('stops despite a connection without a request', async () => {
    const { baseUrl, service } = await startService();
    const socket = await connect(baseUrl);
    const closed = once(socket, 'close');
    await service.stop();
    await expect(closed).resolves.toBeDefined();
  });

  it('waits for an endless request only for a limited time', async () => {
    const delaysMs: number[] = [];
    const due = new EventEmitter<{ set: [run: () => void] }>();
    const set = once(due, 'set');
    const clock: Clock = {
      now: () => 0,
      after(delayMs, run) {
        delaysMs.push(delayMs);
        due.emit('set', run);
        return () => {};
      },
    };
    const { baseUrl, service } = await startService({ clock });
    await sendHeaders(baseUrl);
    const stopped = service.stop();
    const [run] = await set;
    run();
    await stopped;
    expect(delaysMs).toEqual([5_000]);
  });

  it('works again after a stop', async () => {
    const { service } = await startService();
    await service.stop();
    const { baseUrl } = await service.start();
    expect(await post(baseUrl, '{"sample":"a"}')).toMatchObject({ status: 200 });
  });

  it('cannot be done twice', async () => {
    const { service } = await startService();
    await expect(service.start()).rejects.toThrow('running already');
  });

  it('is refused with an empty API key', () => {
    expect(() => createService({ apiKey: '', engine })).toThrow('API key');
  });
});
