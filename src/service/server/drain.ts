import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../shared/clock.ts';
import { DRAIN_TIMEOUT_MS } from './http-limits.ts';

/**
 * Makes `app.close()` finish quickly: it waits for requests in flight, but closes connections that never sent one and
 * kept-alive ones after their response, and ends the rest after `DRAIN_TIMEOUT_MS`.
 */
export function drainOnClose(app: FastifyInstance, clock: Clock): void {
  /** Connections without a request so far; Node doesn't count them as idle. */
  const silent = new Set<Socket>();
  let isClosing = false;

  app.server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
  });
  app.addHook('onRequest', (request, _reply, done) => {
    silent.delete(request.raw.socket);
    done();
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    for (const socket of silent) socket.destroy();
    const cancel = clock.after(DRAIN_TIMEOUT_MS, () => app.server.closeAllConnections());
    app.server.once('close', cancel);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}
