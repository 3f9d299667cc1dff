import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webhookPath } from '../../src/http/webhooks.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { webhookEventSchema } from '../../src/protocol/events.ts';
import { openSocket } from '../helpers/raw-socket.ts';
import {
  keywordAlert,
  refused,
  startListener,
  taggingResult,
  TOKEN,
  type Started,
} from './start-listener.ts';

const SEED = 20_250_101;

let lastTime = 0;
/** A good event is still taken. Each is another one. */
async function expectAlive(listener: Started): Promise<void> {
  lastTime += 1;
  const { status, body } = await listener.post(keywordAlert({ time: lastTime }));
  expect({ status, body }).toEqual({ status: 200, body: {} });
}

const jsonText = fc.json({ maxDepth: 5 });
const event = fc.constantFrom(keywordAlert(), taggingResult());
/** A good event with one of its fields, or of its payload's, turned into something else. */
const bent = fc
  .record({
    event,
    field: fc.oneof(
      fc.constantFrom('sender', 'addon', 'payload', 'time', 'hmac', '__proto__', 'constructor'),
      fc.string(),
    ),
    value: jsonText,
    isInPayload: fc.boolean(),
  })
  .map(({ event, field, value, isInPayload }) => {
    const text = `{${JSON.stringify(field)}:${value},`;
    const whole = JSON.stringify(event);
    return isInPayload ? whole.replace('"payload":{', `"payload":${text}`) : text + whole.slice(1);
  });
const cut = fc
  .record({ event, share: fc.double({ min: 0, max: 0.99, noNaN: true }) })
  .map(({ event, share }) => {
    const whole = JSON.stringify(event);
    return whole.slice(0, Math.floor(whole.length * share));
  });
const garbled = fc
  .record({ event, at: fc.nat(150), byte: fc.nat(255) })
  .map(({ event, at, byte }) => {
    const bytes = Buffer.from(JSON.stringify(event));
    bytes[at % bytes.length] = byte;
    return bytes;
  });
const anyBody = fc.oneof(
  jsonText,
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  bent,
  cut,
  garbled,
);

it('answers each of 1,000 fuzzed bodies with 200 or a refusal, and is well afterwards', async () => {
  const listener = await startListener();
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status, body: answer } = await listener.post('', { body });
      expect([200, 400, 422]).toContain(status);
      expect([{}, refused(expect.any(String))]).toContainEqual(answer);
      await expectAlive(listener);
    }),
    { numRuns: 1000, seed: SEED },
  );
  for (const accepted of listener.accepted) {
    expect(webhookEventSchema.safeParse(accepted).success).toBe(true);
  }
  expect(listener.lines.join()).not.toContain('"status":500');
}, 60_000);

describe('the body', () => {
  const alert = JSON.stringify(keywordAlert());
  it.each([
    ['with a byte order mark', `\uFEFF${alert}`, 200],
    ['with blanks round it', `\n\t ${alert} \r\n`, 200],
    ['with a key twice', alert.replace('{', '{"addon":"other",'), 200],
    ['of a million zeros', '0'.repeat(100_000), 400],
    ['with a number too large', alert.replace(/"time":\d+/, '"time":1e999'), 422],
    ['with minus zero for a time', alert.replace(/"time":\d+/, '"time":-0'), 200],
    ['of two objects', `${alert}${alert}`, 400],
    ['with a comment', `${alert}// no`, 400],
    ['with a NUL behind it', `${alert}\0`, 400],
    ['that is a prototype', '{"__proto__":{"addon":"keywordAlert"}}', 422],
    ['that is a constructor', '{"constructor":{"prototype":{"addon":"keywordAlert"}}}', 422],
  ])('%s is answered, and the next event too', async (_name, body, status) => {
    const listener = await startListener();
    expect((await listener.post(body)).status).toBe(status);
    await expectAlive(listener);
  });

  it('with keys that would reach into a prototype loses those and nothing else', async () => {
    const listener = await startListener();
    const metadata =
      '{"guildId":"1","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    const body = JSON.stringify(keywordAlert()).replace('{"guildId":"1"}', metadata);
    expect((await listener.post(body)).status).toBe(200);
    const [accepted] = listener.accepted;
    expect(accepted).toEqual(keywordAlert());
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    await expectAlive(listener);
  });

  it.each([
    ['markdown', '**b** _i_ `c` ```js\nx``` > q || s || [a](https://b.example) # h'],
    ['mentions', '@everyone @here <@1> <@&2> <#3> </run:4>'],
    ['right-to-left marks', 'a\u202Etxt.exe\u202C \u200F\u061C\u2066x\u2069'],
    ['zero-width characters', 'sp\u200Boo\u200Cn\u200D\u2060\uFEFF'],
    ['letters of several parts', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['half a surrogate pair', '\uD800'],
    ['control characters', '\u0000\u0007\u001B[31m\r\n'],
    ['JSON', '","addon":"ssiQuery'],
  ])('with %s in its keyword and text arrives as it was', async (_name, words) => {
    const listener = await startListener();
    const sent = keywordAlert({
      payload: { keywordDetected: words, fullText: words, metadata: { [words]: words } },
    });
    expect((await listener.post(sent)).status).toBe(200);
    expect(listener.accepted).toEqual([sent]);
    await expectAlive(listener);
  });
});

describe('a body too large', () => {
  const start =
    `POST ${webhookPath(TOKEN)} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` as const;

  it('by its announced length is refused before it comes', async () => {
    const listener = await startListener();
    const raw = await openSocket(listener.url);
    raw.socket.write(`${start}content-length: 9000000000\r\n\r\n{`);
    expect(await raw.ended).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 262144 bytes/);
    await expectAlive(listener);
  });

  it('that announces no length is cut off', async () => {
    const listener = await startListener();
    const raw = await openSocket(listener.url);
    raw.socket.write(`${start}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${' '.repeat(0x1_00_00)}\r\n`;
    let sent = 0;
    const pump = (): void => {
      while (raw.socket.writable && sent < 1000) {
        sent += 1;
        if (!raw.socket.write(chunk)) return;
      }
    };
    raw.socket.on('drain', pump);
    pump();
    await raw.ended;
    expect(sent).toBeLessThan(1000);
    await expectAlive(listener);
  });

  it.each([
    ['not HTTP', '\u0016\u0003\u0001\u0002\u0000', /^HTTP\/1\.1 400 /],
    ['of huge headers', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
    ['of two lengths', `${start}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`, / 400 /],
    [
      'smuggled',
      `${start}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1`,
      / 400 /,
    ],
    ['of a chunk that is none', `${start}transfer-encoding: chunked\r\n\r\nzz\r\n`, / 400 /],
  ])('or a request %s is answered with an envelope and closed', async (_name, bytes, status) => {
    const listener = await startListener();
    const raw = await openSocket(listener.url);
    raw.socket.write(bytes);
    const text = await raw.ended;
    expect(text).toMatch(status);
    const body = text.slice(text.indexOf('{"api'));
    expect(JSON.parse(body)).toEqual(refused(expect.any(String)));
    await expectAlive(listener);
  });
});

it('survives 10,000 connections opened in turns', async () => {
  const listener = await startListener({ clock: systemClock });
  const { hostname, port } = new URL(listener.url);
  const beginnings = [
    '',
    'G',
    '\0',
    `POST ${webhookPath(TOKEN)} HTTP/1.1\r\ncontent-length: 9\r\n\r\n{`,
  ];
  for (let index = 0; index < 10_000; index += 1) {
    const socket = connect({ host: hostname, port: Number(port) });
    // Throws when there is none.
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.end(beginnings[index % beginnings.length] ?? '', () => socket.destroy());
    await closed;
  }
  expect((await listener.post(keywordAlert())).status).toBe(200);
}, 60_000);
