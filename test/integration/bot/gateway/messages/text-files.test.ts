import { expect, it } from 'vitest';
import { createTextFiles } from '../../../../../src/bot/gateway/messages/text-files.ts';
import { createSkippingClock } from '../../../../helpers/skipping-clock.ts';
import { startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';

async function serve(handler: Handler) {
  const server = await startHttpServer(handler);
  const { logger, lines } = createLogSink();
  const clock = createSkippingClock();
  const files = createTextFiles({ apiUrl: `${server.baseUrl}/api`, clock, logger });
  return { server, files, lines, clock, url: `${server.baseUrl}/attachments/1/2/message.txt` };
}

it('reads a UTF-8 file without its byte order mark', async () => {
  const { files, url } = await serve((response) => response.end('\uFEFFgrüße'));
  expect(await files.read(url)).toEqual({ kind: 'text', text: 'grüße' });
});

it('reads the beginning of a long file and ends the download', async () => {
  const { files, url, server } = await serve((response) => {
    // Each chunk has an odd length, so that the limit splits a character.
    response.write('x');
    const write = (): boolean => response.write('ü'.repeat(10_000)) && write();
    response.on('drain', write);
    write();
  });
  const result = await files.read(url);
  expect(result).toEqual({ kind: 'text', text: `x${'ü'.repeat(32 * 1024 - 1)}` });
  await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
});

it.each([
  ['in another encoding', Buffer.from([0xff, 0xfe, 0x41, 0x00])],
  ['with binary content', Buffer.from('a\0b')],
])('reads no file %s', async (_kind, body) => {
  const { files, url } = await serve((response) => response.end(body));
  expect(await files.read(url)).toEqual({ kind: 'none' });
});

it('never follows a redirect', async () => {
  const { files, url, server } = await serve((response) =>
    response.writeHead(302, { location: '/elsewhere' }).end(),
  );
  expect(await files.read(url)).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(1);
});

it('asks three times before a file counts as unreadable', async () => {
  const { files, url, server, clock, lines } = await serve((response) =>
    response.writeHead(503).end(),
  );
  const reading = files.read(url);
  await clock.skipUntil(() => server.requests.length === 3);
  expect(await reading).toEqual({ kind: 'unreadable' });
  expect(lines.join()).toContain('status 503');
  expect(lines.join()).not.toContain('message.txt');
});

it('reads a file that Discord hands over later', async () => {
  const { files, url, server, clock } = await serve((response, index) =>
    response.writeHead(index === 0 ? 500 : 200).end('late'),
  );
  const reading = files.read(url);
  await clock.skipUntil(() => server.requests.length === 2);
  expect(await reading).toEqual({ kind: 'text', text: 'late' });
});

it('skips files that are gone', async () => {
  const { files, url, server } = await serve((response) => response.writeHead(404).end());
  expect(await files.read(url)).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(1);
});

it.each([
  'not an address',
  'file:///etc/passwd',
  'http://cdn.discordapp.com/attachments/1/2/a.txt',
  'https://cdn.discordapp.com.example.org/a.txt',
  'http://127.0.0.1:1/a.txt',
])('requests nothing from other hosts: %s', async (url) => {
  const { files, server } = await serve((response) => response.end('secret'));
  expect(await files.read(url)).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(0);
});
