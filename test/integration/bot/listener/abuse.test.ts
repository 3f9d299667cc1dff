import { once } from 'node:events';
import { connect } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { webhookPath } from '../../../../src/bot/webhooks/acceptance/webhooks.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { webhookEventSchema } from '../../../../src/service-api/schemas/events.ts';
import { openSocket } from '../../../helpers/servers/raw-socket.ts';
import {
  keywordAlert,
  errorBody,
  startListener,
  taggingResult,
  TOKEN,
  type StartedListener,
} from './start-listener.ts';
import { runs } from '../../../helpers/vitest/property-runs.ts';

let lastTime = 0;
/** Checks that the listener still accepts a valid event. Each call sends a new one. */
async function expectAlive(listener: StartedListener): Promise<void> {
  lastTime += 1;
  const { status, body } = await listener.post(keywordAlert({ time: lastTime }));
  expect({ status, body }).toEqual({ status: 200, body: {} });
}

const jsonText = fc.json({ maxDepth: 5 });
const event = fc.constantFrom(keywordAlert(), taggingResult());
/** A valid event with one field of the event or its payload replaced. */
const mutatedEvent = fc
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
  mutatedEvent,
  cut,
  garbled,
);

it('responds to 1,000 fuzzed bodies with 200 or an error and keeps working', async () => {
  const listener = await startListener();
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const { status, body: answer } = await listener.post('', { body });
      expect([200, 400, 422]).toContain(status);
      expect([{}, errorBody(expect.any(String))]).toContainEqual(answer);
      await expectAlive(listener);
    }),
    { numRuns: runs(1000) },
  );
  for (const accepted of listener.accepted) {
    expect(webhookEventSchema.safeParse(accepted).success).toBe(true);
  }
  expect(listener.lines.join()).not.toContain('"status":500');
}, 60_000);

describe('the body', () => {
  const alert = JSON.stringify(keywordAlert());
  it.each([
    ['a byte order mark', `\uFEFF${alert}`, 200],
    ['surrounding whitespace', `\n\t ${alert} \r\n`, 200],
    ['a duplicate key', alert.replace('{', '{"addon":"other",'), 200],
    ['only zeros', '0'.repeat(100_000), 400],
    ['a number that is too large', alert.replace(/"time":\d+/, '"time":1e999'), 422],
    ['minus zero as its time', alert.replace(/"time":\d+/, '"time":-0'), 200],
    ['two objects', `${alert}${alert}`, 400],
    ['a comment', `${alert}// no`, 400],
    ['a trailing NUL', `${alert}\0`, 400],
    ['a __proto__ key', '{"__proto__":{"addon":"keywordAlert"}}', 422],
    ['a constructor key', '{"constructor":{"prototype":{"addon":"keywordAlert"}}}', 422],
  ])('with %s gets a response, and the next event too', async (_name, body, status) => {
    const listener = await startListener();
    expect((await listener.post(body)).status).toBe(status);
    await expectAlive(listener);
  });

  it('with prototype keys loses only those keys', async () => {
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
    ['combined characters', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢ 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
    ['a lone surrogate', '\uD800'],
    ['control characters', '\u0000\u0007\u001B[31m\r\n'],
    ['JSON', '","addon":"ssiQuery'],
  ])('with %s in its keyword and text arrives unchanged', async (_name, words) => {
    const listener = await startListener();
    const sent = keywordAlert({
      payload: { keywordDetected: words, fullText: words, metadata: { [words]: words } },
    });
    expect((await listener.post(sent)).status).toBe(200);
    expect(listener.accepted).toEqual([sent]);
    await expectAlive(listener);
  });
});

describe('a body above the limit, or a malformed request,', () => {
  const start =
    `POST ${webhookPath(TOKEN)} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n` as const;

  it('is rejected before it arrives if its length is announced', async () => {
    const listener = await startListener();
    const raw = await openSocket(listener.url);
    raw.socket.write(`${start}content-length: 9000000000\r\n\r\n{`);
    expect(await raw.ended).toMatch(/^HTTP\/1\.1 413 [\s\S]*larger than 262144 bytes/);
    await expectAlive(listener);
  });

  it('is cut off if its length is not announced', async () => {
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
    ['is not HTTP', '\u0016\u0003\u0001\u0002\u0000', /^HTTP\/1\.1 400 /],
    ['has huge headers', `GET / HTTP/1.1\r\nx: ${'a'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
    ['has two lengths', `${start}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`, / 400 /],
    [
      'smuggles a request',
      `${start}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1`,
      / 400 /,
    ],
    ['has an invalid chunk', `${start}transfer-encoding: chunked\r\n\r\nzz\r\n`, / 400 /],
  ])('gets an error envelope and is closed if it %s', async (_name, bytes, status) => {
    const listener = await startListener();
    const raw = await openSocket(listener.url);
    raw.socket.write(bytes);
    const text = await raw.ended;
    expect(text).toMatch(status);
    const body = text.slice(text.indexOf('{"api'));
    expect(JSON.parse(body)).toEqual(errorBody(expect.any(String)));
    await expectAlive(listener);
  });
});

it('survives 10,000 connections', async () => {
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
    // Throws if it is missing.
    await once(socket, 'connect');
    socket.on('error', () => undefined);
    const closed = once(socket, 'close');
    socket.end(beginnings[index % beginnings.length] ?? '', () => socket.destroy());
    await closed;
  }
  expect((await listener.post(keywordAlert())).status).toBe(200);
}, 60_000);
