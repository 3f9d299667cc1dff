import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { HttpError } from '../../shared/http-error.ts';
import type { Faults } from './faults.ts';

const targetSchema = z.object({
  route: z.string().optional(),
  times: z.int().positive().optional(),
});

const faultSchema = z.discriminatedUnion('fault', [
  targetSchema.extend({ fault: z.literal('failNext'), status: z.int().min(400).max(599) }),
  targetSchema.extend({ fault: z.literal('delayNext'), delayMs: z.number().nonnegative() }),
  targetSchema.extend({
    fault: z.literal('rateLimitNext'),
    retryAfterSeconds: z.number().positive(),
    global: z.boolean().optional(),
  }),
  z.object({ fault: z.literal('refuseDms'), userId: z.string(), refused: z.boolean() }),
  z.object({
    fault: z.literal('dropGateway'),
    /** The close codes that a WebSocket server may use. */
    closeCode: z.int().min(1000).max(4999).optional(),
  }),
  z.object({ fault: z.literal('requestReconnect') }),
  z.object({ fault: z.literal('invalidateSessions'), resumable: z.boolean() }),
  z.object({ fault: z.literal('sendEvent'), type: z.string(), data: z.unknown() }),
  z.object({ fault: z.literal('pauseGateway'), paused: z.boolean() }),
  z.object({ fault: z.literal('closeGateway'), closed: z.boolean() }),
]);
type Fault = z.infer<typeof faultSchema>;

/**
 * The faults over HTTP, for a sandbox in another process: `POST /sandbox/faults` with e.g.
 * `{"fault": "failNext", "status": 503}` adds one, `DELETE /sandbox/faults` clears all.
 */
export function installFaultRoutes(app: FastifyInstance, faults: Faults): void {
  const options = { onRequest: onlyFromThisMachine };
  app.post('/sandbox/faults', options, async (request, reply) => {
    const parsed = faultSchema.safeParse(request.body);
    if (!parsed.success) return reply.code(400).send({ message: z.prettifyError(parsed.error) });
    applyFault(faults, parsed.data);
    return reply.code(204).send();
  });
  app.delete('/sandbox/faults', options, async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}

/** Allows any port: a tunnel may lead to the sandbox. */
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/;

/**
 * Keeps websites that a person visits from adding faults. Checking Host stops a site whose name resolves to this machine;
 * checking Origin stops all others. Programs send no Origin.
 */
async function onlyFromThisMachine({ headers }: FastifyRequest): Promise<void> {
  const { host = '', origin } = headers;
  if (!LOOPBACK.test(host)) throw new HttpError(421, 'Use the loopback address.');
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new HttpError(403, 'Other sites may not do this.');
  }
}

function applyFault(faults: Faults, fault: Fault): void {
  switch (fault.fault) {
    case 'failNext':
      return faults.failNext(fault);
    case 'delayNext':
      return faults.delayNext(fault);
    case 'rateLimitNext':
      return faults.rateLimitNext(fault);
    case 'refuseDms':
      return faults.refuseDms(fault.userId, fault.refused);
    case 'dropGateway':
      return faults.dropGateway(fault.closeCode);
    case 'requestReconnect':
      return faults.requestReconnect();
    case 'invalidateSessions':
      return faults.invalidateSessions(fault.resumable);
    case 'sendEvent':
      return faults.sendEvent(fault.type, fault.data);
    case 'pauseGateway':
      return faults.pauseGateway(fault.paused);
    case 'closeGateway':
      return faults.closeGateway(fault.closed);
  }
}
