import type { RESTOptions } from 'discord.js';
import { expect, it } from 'vitest';
import { withFormsAsBytes } from '../../src/discord/form-bodies.ts';

type Init = Parameters<RESTOptions['makeRequest']>[1];

/** What is passed on of a request with this body. */
async function passedOn(init: Init): Promise<Init> {
  const seen: Init[] = [];
  const makeRequest = withFormsAsBytes(async (_url, passed) => {
    seen.push(passed);
    return new Response();
  });
  await makeRequest('https://discord.example/webhooks', init);
  const [passed] = seen;
  if (passed === undefined) throw new Error('nothing was passed on');
  return passed;
}

it('sends a form with a file as bytes, and says where its parts end', async () => {
  const form = new FormData();
  form.set('payload_json', '{"content":"hi"}');
  form.set('files[0]', new File([new Uint8Array([0, 255])], 'a.bin'));
  const { body, headers } = await passedOn({ method: 'POST', headers: { 'x-a': 'b' }, body: form });
  expect(headers).toMatchObject({ 'x-a': 'b' });
  if (!(body instanceof Uint8Array)) throw new Error('the body is no bytes');
  const read = await new Response(Buffer.from(body), {
    headers: { 'content-type': new Headers(headers).get('content-type') ?? '' },
  }).formData();
  expect(read.get('payload_json')).toBe('{"content":"hi"}');
  const file = read.get('files[0]');
  if (!(file instanceof File)) throw new Error('there is no file');
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([0, 255]);
});

it('passes everything else on as it is', async () => {
  const init: Init = { method: 'POST', body: '{}' };
  expect(await passedOn(init)).toBe(init);
});
