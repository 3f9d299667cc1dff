import type { FastifyInstance } from 'fastify';

import type { World } from '../world/world.ts';

/** Serves the files that were posted, to anyone who has the address, as Discord's CDN does. */
export function addCdn(app: FastifyInstance, { state }: World): void {
  app.get('/attachments/:channelId/:attachmentId/:filename', async (request, reply) => {
    const path = new URL(request.url, 'http://cdn').pathname;
    const file = state.files.get(path);
    if (file === undefined) {
      return reply.code(404).type('text/plain').send('This content is no longer available.');
    }
    return reply.type(file.contentType).send(file.data);
  });
}
