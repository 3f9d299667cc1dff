import type { RESTOptions } from 'discord.js';
import { expect, it } from 'vitest';
import { withFormsAsBytes } from '../../../../src/bot/gateway/client.ts';

type Init = Parameters<RESTOptions['makeRequest']>[1];

/** The request as the wrapped `makeRequest` receives it. */
async function forwarded(init: Init): Promise<Init> {
  const requests: Init[] = [];
  const makeRequest = withFormsAsBytes(async (_url, request) => {
    requests.push(request);
    return new Response();
  });
  await makeRequest('https://discord.example/webhooks', init);
  const [request] = requests;
  if (request === undefined) throw new Error('no request was forwarded');
  return request;
}

it('sends a form with a file as bytes, with the boundary in its content type', async () => {
  const form = new FormData();
  form.set('payload_json', '{"content":"hi"}');
  form.set('files[0]', new File([new Uint8Array([0, 255])], 'a.bin'));
  const { body, headers } = await forwarded({
    method: 'POST',
    headers: { 'x-a': 'b' },
    body: form,
  });
  expect(headers).toMatchObject({ 'x-a': 'b' });
  if (!(body instanceof Uint8Array)) throw new Error('the body is not bytes');
  const read = await new Response(Buffer.from(body), {
    headers: { 'content-type': new Headers(headers).get('content-type') ?? '' },
  }).formData();
  expect(read.get('payload_json')).toBe('{"content":"hi"}');
  const file = read.get('files[0]');
  if (!(file instanceof File)) throw new Error('the form has no file');
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255]);
});

it('forwards any other body unchanged', async () => {
  const init: Init = { method: 'POST', body: '{}' };
  expect(await forwarded(init)).toBe(init);
});
