import type { APIMessage } from 'discord-api-types/v10';
import { request } from 'undici';
import { expect, it } from 'vitest';

import { startRest } from './rest-fixture.ts';

function formWith(payload: unknown, ...files: { name: string; text: string }[]): FormData {
  const form = new FormData();
  if (payload !== undefined) form.set('payload_json', JSON.stringify(payload));
  files.forEach(({ name, text }, index) => {
    form.set(`files[${index}]`, new Blob([text], { type: 'text/plain' }), name);
  });
  return form;
}

it('stores posted files with their alt text and serves them', async () => {
  const { call, general, alice } = await startRest();
  const form = formWith(
    { content: 'see', attachments: [{ id: 0, description: 'a note' }] },
    { name: 'my note.txt', text: 'hello' },
    { name: 'SPOILER_end.txt', text: 'the end' },
  );
  const { status, body } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
    as: alice,
    form,
  });
  expect(status).toBe(200);
  expect(body.attachments).toMatchObject([
    { filename: 'my_note.txt', size: 5, description: 'a note', content_type: 'text/plain' },
    { filename: 'SPOILER_end.txt', size: 7, flags: 8 },
  ]);
  const file = await request(body.attachments[0]?.url ?? '');
  expect(file.headers['content-type']).toMatch('text/plain');
  expect(await file.body.text()).toBe('hello');
});

it('accepts a message that contains only a file', async () => {
  const { call, general } = await startRest();
  const form = formWith(undefined, { name: 'a.txt', text: 'a' });
  const { status, body } = await call<APIMessage>(`POST /channels/${general.id}/messages`, {
    form,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ content: '', attachments: [{ filename: 'a.txt' }] });
});

it('replaces an attachment:// reference in an embed with the file’s URL', async () => {
  const { call, general } = await startRest();
  const embeds = [{ title: 'chart', image: { url: 'attachment://chart.png' } }];
  const form = formWith({ embeds }, { name: 'chart.png', text: 'png' });
  const { body } = await call<APIMessage>(`POST /channels/${general.id}/messages`, { form });
  const [attachment] = body.attachments;
  expect(body.embeds).toMatchObject([{ type: 'rich', image: { url: attachment?.url } }]);
  expect(attachment?.url).toMatch(/^http/);
});

it('stops serving a file when its message is deleted, but keeps the copy in a forward', async () => {
  const { call, general } = await startRest();
  const form = formWith({}, { name: 'a.txt', text: 'a' });
  const route = `/channels/${general.id}/messages`;
  const { body: first } = await call<APIMessage>(`POST ${route}`, { form });
  const message_reference = { type: 1, message_id: first.id, channel_id: general.id };
  const { body: forward } = await call<APIMessage>(`POST ${route}`, {
    body: { message_reference },
  });
  await call(`DELETE ${route}/${first.id}`);
  const statusOf = async (url = ''): Promise<number> => {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode;
  };
  expect(await statusOf(first.attachments[0]?.url)).toBe(404);
  expect(await statusOf(forward.message_snapshots?.[0]?.message.attachments[0]?.url)).toBe(200);
});

it('keeps the listed attachments on an edit and adds new ones', async () => {
  const { call, general, alice } = await startRest();
  const route = `/channels/${general.id}/messages`;
  const files = [
    { name: 'a.txt', text: 'a' },
    { name: 'b.txt', text: 'b' },
  ];
  const { body: first } = await call<APIMessage>(`POST ${route}`, {
    as: alice,
    form: formWith({ content: 'x' }, ...files),
  });
  const kept = first.attachments[1]?.id;
  const { body: edited } = await call<APIMessage>(`PATCH ${route}/${first.id}`, {
    as: alice,
    form: formWith(
      { attachments: [{ id: kept, description: 'second' }, { id: 0 }] },
      { name: 'c.txt', text: 'c' },
    ),
  });
  expect(edited.attachments).toMatchObject([
    { id: kept, filename: 'b.txt', description: 'second' },
    { filename: 'c.txt' },
  ]);
  expect(edited.content).toBe('x');
});

it('rejects more than ten files and a file above 10 MiB', async () => {
  const { call, general } = await startRest();
  const route = `POST /channels/${general.id}/messages`;
  const many = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, text: 'x' }));
  expect(await call(route, { form: formWith({}, ...many) })).toMatchObject({
    status: 400,
    body: { code: 30015 },
  });
  const big = { name: 'big.txt', text: 'x'.repeat(10 * 1024 * 1024 + 1) };
  expect(await call(route, { form: formWith({}, big) })).toMatchObject({
    status: 413,
    body: { code: 40005 },
  });
});

it('rejects invalid JSON in payload_json with 50109', async () => {
  const { call, general } = await startRest();
  const form = new FormData();
  form.set('payload_json', '{');
  const response = await call(`POST /channels/${general.id}/messages`, { form });
  expect(response).toMatchObject({ status: 400, body: { code: 50109 } });
});

it('rejects a malformed multipart body with 400', async () => {
  const { call, general } = await startRest();
  const headers = { 'content-type': 'multipart/form-data' };
  const response = await call(`POST /channels/${general.id}/messages`, { raw: 'x', headers });
  expect(response.status).toBe(400);
});
