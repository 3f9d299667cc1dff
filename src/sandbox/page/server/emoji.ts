import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const PACKAGE = '@twemoji/svg/package.json';
const FILE = /^[0-9a-f]+(?:-[0-9a-f]+){0,9}\.svg$/;

/** Serves Twemoji's images, which Discord uses too. */
export function serveEmoji(app: FastifyInstance): void {
  const folder = dirname(createRequire(import.meta.url).resolve(PACKAGE));
  app.get('/page/emoji/:file', async (request, reply) => {
    const { file = '' } = request.params as { file?: string };
    const picture = FILE.test(file) ? await readFile(join(folder, file)).catch(() => null) : null;
    // The emoji is newer than the package, so the page shows the character instead.
    if (picture === null) return reply.code(404).send({ message: 'There is no such picture.' });
    return reply.type('image/svg+xml').header('cache-control', 'max-age=86400').send(picture);
  });
}
