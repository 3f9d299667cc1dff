import { expect, it } from 'vitest';
import type { TextFile } from '../../../../../src/bot/domain/snapshot.ts';
import { createDownloads } from '../../../../../src/bot/gateway/messages/downloads.ts';
import { createTextFiles } from '../../../../../src/bot/gateway/messages/text-files.ts';
import { createSkippingClock } from '../../../../helpers/skipping-clock.ts';
import { startHttpServer, type Handler } from '../../../../helpers/http-server.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';

async function serve(handler: Handler) {
  const server = await startHttpServer(handler);
  const { logger, lines } = createLogSink();
  const clock = createSkippingClock();
  const files = createTextFiles(
    createDownloads({ apiUrl: `${server.baseUrl}/api`, clock, logger }),
  );
  const url = `${server.baseUrl}/attachments/1/2/message.txt`;
  const read = (file: Partial<TextFile> = {}, maxBytes = 64 * 1024) =>
    files.read({ id: '1', url, isCertain: true, ...file }, maxBytes);
  return { server, read, lines, clock };
}

it('reads a UTF-8 file without its byte order mark', async () => {
  const { read } = await serve((response) => response.end('\uFEFFgrüße'));
  expect(await read()).toEqual({ kind: 'text', text: 'grüße', isCut: false });
});

it('reads the beginning of a long file and ends the download', async () => {
  const { read, server } = await serve((response) => {
    // Each chunk has an odd length, so that the limit splits a character.
    response.write('x');
    const write = (): boolean => response.write('ü'.repeat(10_000)) && write();
    response.on('drain', write);
    write();
  });
  const result = await read();
  expect(result).toEqual({ kind: 'text', text: `x${'ü'.repeat(32 * 1024 - 1)}`, isCut: true });
  await expect.poll(() => server.sockets[0]?.destroyed).toBe(true);
});

it('reads a file of unknown type only if it is a text', async () => {
  const text = await serve((response) => response.end('bad text'));
  expect(await text.read({ isCertain: false })).toMatchObject({ text: 'bad text' });
  const picture = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  const binary = await serve((response) => response.end(picture));
  expect(await binary.read({ isCertain: false })).toEqual({ kind: 'none' });
});

it('never follows a redirect', async () => {
  const { read, server } = await serve((response) =>
    response.writeHead(302, { location: '/elsewhere' }).end(),
  );
  expect(await read()).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(1);
});

it('asks three times before a file counts as unreadable', async () => {
  const { read, server, clock, lines } = await serve((response) => response.writeHead(503).end());
  const reading = read();
  await clock.skipUntil(() => server.requests.length === 3);
  expect(await reading).toEqual({ kind: 'unreadable' });
  expect(lines.join()).toContain('status 503');
  expect(lines.join()).not.toContain('message.txt');
});

it('reads a file that Discord hands over later', async () => {
  const { read, server, clock } = await serve((response, index) =>
    response.writeHead(index === 0 ? 500 : 200).end('late'),
  );
  const reading = read();
  await clock.skipUntil(() => server.requests.length === 2);
  expect(await reading).toEqual({ kind: 'text', text: 'late', isCut: false });
});

it('skips files that are gone', async () => {
  const { read, server } = await serve((response) => response.writeHead(404).end());
  expect(await read()).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(1);
});

it.each([
  'not an address',
  'file:///etc/passwd',
  'http://cdn.discordapp.com/attachments/1/2/a.txt',
  'https://cdn.discordapp.com.example.org/a.txt',
  'http://127.0.0.1:1/a.txt',
])('requests nothing from other hosts: %s', async (url) => {
  const { read, server } = await serve((response) => response.end('secret'));
  expect(await read({ url })).toEqual({ kind: 'none' });
  expect(server.requests).toHaveLength(0);
});
