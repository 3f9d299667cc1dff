import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import { moderationResponse } from '../messages/stub/payloads.ts';

const requestSchema = z.object({ sample: z.string() });
const ACTION = /\[(delete|flag|ban)\]/;

const RESPONSES = {
  pass: moderationResponse('pass'),
  flag: moderationResponse('flag'),
  delete: moderationResponse('delete'),
  ban: moderationResponse('ban'),
};

function responseTo(sample: string): string {
  const action = ACTION.exec(sample)?.[1];
  const isKnown = action === 'delete' || action === 'flag' || action === 'ban';
  return isKnown ? RESPONSES[action] : RESPONSES.pass;
}

/** A moderation service that answers at once. It suggests the word in square brackets in a sample, or `pass`. */
export async function startServiceStub(): Promise<{ url: string; stop(): void }> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { sample } = requestSchema.parse(await json(request));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(responseTo(sample));
  }

  const server = createServer((request, response) => {
    // Fails if the bot ends during its request.
    answer(request, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
