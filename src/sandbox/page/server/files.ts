import type { FastifyInstance } from 'fastify';

import type { WorldState } from '../../world/state.ts';

/** Types that the page displays. All others are only downloaded, so that no member's file runs as a page. */
const SHOWN = /^(?:image\/(?:png|jpeg|gif|webp)|(?:audio|video)\/[\w.+-]+)$/;

/** Serves members' files without the page's rights. */
export function serveFiles(app: FastifyInstance, state: () => WorldState): void {
  app.get('/page/files/attachments/:channelId/:attachmentId/:filename', async (request, reply) => {
    const path = new URL(request.url, 'http://page').pathname.slice('/page/files'.length);
    const file = state().files.get(path);
    if (file === undefined) return reply.code(404).send({ message: 'This file is gone.' });
    const isShown = SHOWN.test(file.contentType);
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', isShown ? 'inline' : 'attachment')
      .type(isShown ? file.contentType : 'application/octet-stream')
      .send(file.data);
  });
}
