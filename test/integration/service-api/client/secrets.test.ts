import { expect, it } from 'vitest';
import { ServiceRefusedError, StatusError } from '../../../../src/service-api/client/errors.ts';
import { sendJson, startHttpServer } from '../../../helpers/http-server.ts';
import { API_KEY, ENVELOPE, refusal, rejection, startClient } from './setup.ts';

const TOKEN = 'token-of-the-bot';

const BODY = refusal(`The key ${API_KEY} is unknown, and so is ${TOKEN}.`);
const STRUCK = 'The key [secret] is unknown, and so is [secret].';

async function failing(status: number) {
  const { baseUrl } = await startHttpServer((response) => sendJson(response, BODY, { status }));
  const client = startClient({ baseUrl, secrets: [TOKEN], limits: { maxTries: 1 } });
  return client.text.moderate('hello', {});
}

it('strikes secrets out of an error', async () => {
  expect((await rejection(failing(400), StatusError)).serviceMessage).toBe(STRUCK);
});

it('strikes secrets out of a refusal', async () => {
  expect((await rejection(failing(200), ServiceRefusedError)).serviceMessage).toBe(STRUCK);
});

it('strikes secrets out of a result', async () => {
  const metadata = { ...ENVELOPE.response.metadata, endpoint: `/text?key=${API_KEY}` };
  const envelope = { ...ENVELOPE, version: TOKEN, response: { ...ENVELOPE.response, metadata } };
  const { baseUrl } = await startHttpServer((response) => sendJson(response, envelope));
  const client = startClient({ baseUrl, secrets: [TOKEN] });
  const result = await client.text.moderate('hello', {});
  expect(result.response.metadata.endpoint).toBe('/text?key=[secret]');
  expect(result.version).toBe('[secret]');
});
