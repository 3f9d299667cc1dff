import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  InvalidResponseError,
  ServiceRefusedError,
  StatusError,
} from '../../../../../src/service-api/client/errors.ts';
import { sendJson, startHttpServer } from '../../../../helpers/http-server.ts';
import { API_KEY, ENVELOPE, refusal, rejection, startClient } from '../setup.ts';

const SECRET_TEXT = 'a-secret-of-the-body';

function send(status: number, headers: Record<string, string>, body?: string | Buffer) {
  return (response: ServerResponse) => {
    response.writeHead(status, headers).end(body);
  };
}

const json = { 'content-type': 'application/json' };
const html = { 'content-type': 'text/html; charset=utf-8' };
const page = `<html>${SECRET_TEXT}</html>`;
const without = (key: string) => {
  const { [key]: _, ...rest } = ENVELOPE.response as Record<string, unknown>;
  return JSON.stringify({ ...ENVELOPE, response: rest });
};

it.each([
  ['204', send(204, {}), 'status 204: the body is empty'],
  ['an empty body', send(200, json), 'status 200: the body is empty'],
  ['an HTML page', send(200, html, page), 'expected JSON, got "text/html; charset=utf-8"'],
  ['HTML labelled as JSON', send(200, json, page), 'the body is not valid JSON (33 char'],
  [
    'truncated JSON',
    send(200, json, `{"api":"${SECRET_TEXT}","succ`),
    'the body is not valid JSON',
  ],
  [
    'a bare string',
    send(200, json, `"${SECRET_TEXT}"`),
    'the body: Invalid input: expected object',
  ],
  ['null', send(200, json, 'null'), 'the body: Invalid input: expected object, received null'],
  [
    'a missing field',
    send(201, json, without('engine1')),
    'status 201: response.engine1: Invalid input: expected object, received undefined',
  ],
  [
    'a wrong value',
    send(200, json, JSON.stringify({ ...ENVELOPE, TOS: { [SECRET_TEXT]: SECRET_TEXT } })),
    'TOS: Invalid input: expected string, received object',
  ],
  [
    'several invalid fields',
    send(200, json, '{"success":true,"response":{}}'),
    /api: .*; response\.engine1: .*; response\.engine2: .*; and \d+ more$/,
  ],
  [
    'an unrequested compressed body',
    send(200, { ...json, 'content-encoding': 'gzip' }, gzipSync(JSON.stringify(ENVELOPE))),
    'unexpected content encoding "gzip"',
  ],
])('treats %s as an invalid response and names the problem', async (_what, answer, problem) => {
  const server = await startHttpServer(answer);
  const { text } = startClient({ baseUrl: server.baseUrl, limits: { maxTries: 1 } });

  const error = await rejection(text.moderate('the sample'), InvalidResponseError);

  expect(error).toMatchObject({ code: 'client_invalid_response', availability: 'unavailable' });
  expect(error.message).toMatch(/^POST \/text\/moderation: invalid response, status 20\d: /);
  expect(error.message).toMatch(problem);
  expect(`${error.message} ${String(error.cause)}`).not.toContain(SECRET_TEXT);
  expect(server.requests).toHaveLength(1);
});

it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'])(
  'reads JSON with the content type %s',
  async (type) => {
    const body = JSON.stringify(ENVELOPE);
    const server = await startHttpServer(send(200, { 'content-type': type }, body));
    const { text } = startClient({ baseUrl: server.baseUrl });
    expect(await text.moderate('hello')).toEqual(ENVELOPE);
  },
);

it('reads a response without a content type', async () => {
  const server = await startHttpServer(send(200, {}, JSON.stringify(ENVELOPE)));
  const { text } = startClient({ baseUrl: server.baseUrl });
  expect(await text.moderate('hello')).toEqual(ENVELOPE);
});

it('reads a body that arrives in chunks split within a character', async () => {
  const body = Buffer.from(JSON.stringify({ ...ENVELOPE, TOS: '“é😀”' }));
  const cut = body.indexOf('😀') + 2;
  const server = await startHttpServer((response) => {
    response.writeHead(200, json);
    response.write(body.subarray(0, cut), () =>
      setImmediate(() => response.end(body.subarray(cut))),
    );
  });
  const { text } = startClient({ baseUrl: server.baseUrl });
  expect((await text.moderate('hello')).TOS).toBe('“é😀”');
});

it('treats a body above the size limit as an invalid response', async () => {
  const server = await startHttpServer((response) => {
    sendJson(response, { ...ENVELOPE, TOS: 'x'.repeat(5_000) });
  });
  const limits = { responseBytes: 4_096, maxTries: 1 };
  const { text } = startClient({ baseUrl: server.baseUrl, limits });

  const error = await rejection(text.moderate('hello'), InvalidResponseError);

  expect(error.message).toContain('status 200: the body is larger than 4096 bytes');
  expect(server.requests).toHaveLength(1);
});

it('turns success false in a 2xx into an error with the service’s message', async () => {
  const server = await startHttpServer((response) => sendJson(response, refusal('Not today.')));
  const { text } = startClient({ baseUrl: server.baseUrl });

  const error = await rejection(text.moderate('hello'), ServiceRefusedError);

  expect(error).toMatchObject({
    code: 'client_refused',
    availability: 'rejected',
    serviceMessage: 'Not today.',
    message: 'POST /text/moderation: the service rejected the request',
  });
  expect(server.requests).toHaveLength(1);
});

it('truncates a very long message of the service', async () => {
  const server = await startHttpServer((response) => sendJson(response, refusal('x'.repeat(999))));
  const { text } = startClient({ baseUrl: server.baseUrl });
  const error = await rejection(text.moderate('hello'), ServiceRefusedError);
  expect(error.serviceMessage).toHaveLength(300);
});

it.each([
  [301, 'unavailable'],
  [400, 'rejected'],
  [401, 'unavailable'],
  [403, 'unavailable'],
  [404, 'unavailable'],
  [408, 'unavailable'],
  [413, 'rejected'],
  [418, 'rejected'],
  [422, 'rejected'],
  [425, 'unavailable'],
  [429, 'unavailable'],
  [500, 'unavailable'],
  [503, 'unavailable'],
])(
  'reports status %i: the service is unavailable or the sample is rejected (%s)',
  async (status, availability) => {
    const server = await startHttpServer((response) => {
      sendJson(response, refusal('So it is.'), { status, headers: { 'retry-after': '7' } });
    });
    const { text } = startClient({ baseUrl: `${server.baseUrl}/v1`, limits: { callMs: 1_000 } });

    const error = await rejection(text.moderate('the sample'), StatusError);

    expect(error).toMatchObject({
      code: 'client_status',
      status,
      availability,
      retryAfterMs: 7_000,
      serviceMessage: 'So it is.',
      message: `POST /text/moderation: the service responded with status ${status}`,
    });
    expect(JSON.stringify(error) + String(error.stack)).not.toMatch(`${API_KEY}|the sample`);
  },
);

it.each([
  ['an HTML page', html, page],
  ['other JSON', json, '{"error":"no"}'],
  ['empty', {}, ''],
  ['more than the size limit', json, JSON.stringify(refusal('x'.repeat(5_000)))],
])('reports an error status whose body is %s, without a message', async (_what, headers, body) => {
  const server = await startHttpServer(send(400, headers, body));
  const { text } = startClient({ baseUrl: server.baseUrl, limits: { responseBytes: 4_096 } });
  const error = await rejection(text.moderate('hello'), StatusError);
  expect(error).toMatchObject({ status: 400, serviceMessage: null, retryAfterMs: null });
});

it('does not follow a redirect', async () => {
  const elsewhere = await startHttpServer((response) => sendJson(response, ENVELOPE));
  const server = await startHttpServer(send(307, { location: `${elsewhere.baseUrl}/` }));
  const { text } = startClient({ baseUrl: server.baseUrl });

  const error = await rejection(text.moderate('hello'), StatusError);

  expect(error.status).toBe(307);
  expect(elsewhere.requests).toHaveLength(0);
});
