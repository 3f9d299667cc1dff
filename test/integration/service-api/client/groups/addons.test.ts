import { expect, it } from 'vitest';
import {
  InvalidRequestError,
  ServiceRefusedError,
} from '../../../../../src/service-api/client/errors.ts';
import { startHttpServer } from '../../../../helpers/http-server.ts';
import { API_KEY, answering, received, refusal, rejection, startClient } from '../setup.ts';

const LIST = {
  available: {
    keywordAlert: {
      sku: 'keywordAlert',
      name: 'Keyword alert',
      info: 'Tells of keywords.',
      attributes: { metadata: 'yes' },
      requiredSetupProperties: ['addon', 'webhook'],
    },
  },
  active: ['keywordAlert'],
};
const DONE = { api: 'service-lang-text', success: true, response: {} };
const WEBHOOK = 'https://hooks.example/keywords';

async function start(answer: unknown, options = {}) {
  const server = await startHttpServer(answering(answer));
  const { addons } = startClient({ baseUrl: server.baseUrl, ...options });
  return { server, addons };
}

it('lists the available and the active add-ons', async () => {
  const { server, addons } = await start({ ...DONE, response: LIST });

  expect(await addons.list()).toEqual(LIST);

  const { headers, ...request } = received(server);
  expect(request).toEqual({ method: 'GET', url: '/addons', body: null });
  expect(headers).toMatchObject({ 'x-service-api-auth': API_KEY });
  expect(headers).not.toHaveProperty('content-type');
  expect(headers).not.toHaveProperty('x-service-api');
});

it.each([
  [{ webhook: WEBHOOK }, { addon: 'keywordAlert', webhook: WEBHOOK }],
  [
    { webhook: WEBHOOK, includeFullMessage: true },
    { addon: 'keywordAlert', webhook: WEBHOOK, includeFullMessage: true },
  ],
])('enables the keyword alert with %j', async (alert, body) => {
  const { server, addons } = await start(DONE);
  await addons.enableKeywordAlert(alert);
  expect(received(server)).toMatchObject({
    method: 'PATCH',
    url: '/addons',
    headers: { 'content-type': 'application/json' },
  });
  expect(received(server).body).toEqual(body);
});

it.each(['not an address', 'ftp://hooks.example', ''])(
  'rejects the webhook URL %j before sending',
  async (webhook) => {
    const { server, addons } = await start(DONE);
    const error = await rejection(addons.enableKeywordAlert({ webhook }), InvalidRequestError);
    expect(error.message).toMatch(/^PATCH \/addons: not sent, webhook: /);
    expect(server.requests).toHaveLength(0);
  },
);

it('adds and removes a keyword of any text', async () => {
  const { server, addons } = await start(DONE);
  await addons.addKeyword('blåbær 🫐 & "more"');
  await addons.removeKeyword('blåbær 🫐 & "more"');
  expect([received(server, 0), received(server, 1)]).toMatchObject([
    { method: 'PATCH', url: '/addons/keywords', body: { keyword: 'blåbær 🫐 & "more"' } },
    { method: 'DELETE', url: '/addons/keywords', body: { keyword: 'blåbær 🫐 & "more"' } },
  ]);
});

it('rejects an empty keyword before sending', async () => {
  const { server, addons } = await start(DONE);
  await rejection(addons.addKeyword(''), InvalidRequestError);
  await rejection(addons.removeKeyword(''), InvalidRequestError);
  expect(server.requests).toHaveLength(0);
});

it.each([
  ['an envelope', answering(DONE)],
  ['other JSON', answering(['done'])],
  ['empty', answering(undefined)],
  ['a 204', (response) => response.writeHead(204).end()],
] satisfies [string, Parameters<typeof startHttpServer>[0]][])(
  'treats a write as done if the response is %s',
  async (_what, handler) => {
    const server = await startHttpServer(handler);
    const { addons } = startClient({ baseUrl: server.baseUrl });
    await expect(addons.addKeyword('kites')).resolves.not.toThrow();
  },
);

it('rejects a refused write with the service’s message', async () => {
  const { addons } = await start(refusal('Too many keywords.'));
  const error = await rejection(addons.addKeyword('kites'), ServiceRefusedError);
  expect(error.serviceMessage).toBe('Too many keywords.');
});

it('enables the secret by PATCH with an empty object by default', async () => {
  const { server, addons } = await start({ ...DONE, response: { secret: 's3cret' } });

  expect((await addons.enableSecret()).secret).toBe('s3cret');

  expect(received(server)).toMatchObject({ method: 'PATCH', url: '/addons/secrets', body: {} });
});

it('enables the secret as configured', async () => {
  const addonSecrets = { method: 'GET', body: null } as const;
  const { server, addons } = await start({ key: 's3cret' }, { addonSecrets });

  expect(await addons.enableSecret()).toEqual({ secret: null, answer: { key: 's3cret' } });

  expect(received(server)).toMatchObject({ method: 'GET', url: '/addons/secrets', body: null });
});
