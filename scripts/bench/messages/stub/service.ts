import { createServer, type Server, type Socket } from 'node:net';
import { moderationResponse } from './payloads.ts';

/** Matches the body's length in the head of a request. */
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const MESSAGE_ID = /"messageId":"(\d+)"/;

function httpResponse(body: string): Buffer {
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

const PASS = httpResponse(moderationResponse('pass'));
const DELETE = httpResponse(moderationResponse('delete'));

/**
 * A moderation service that answers at once. It reads no more of HTTP than it needs, which leaves the benchmark's two cores to
 * the bots: Node's server takes three times as long.
 */
export function createServiceStub(
  onRequest: (messageId: string, startedMs: number) => void,
): Server {
  function serve(socket: Socket): void {
    let received = '';
    socket.setNoDelay(true);
    // Reads one byte per character, so that lengths match the ones in the head.
    socket.setEncoding('latin1');
    socket.on('error', () => undefined);
    socket.on('data', (chunk: string) => {
      const startedMs = performance.now();
      received += chunk;
      for (;;) {
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd < 0) return;
        const length = Number(LENGTH.exec(received.slice(0, headEnd))?.[1] ?? 0);
        const end = headEnd + 4 + length;
        if (received.length < end) return;
        const body = received.slice(headEnd + 4, end);
        received = received.slice(end);
        socket.write(body.includes('"sample":"BAD ') ? DELETE : PASS);
        const id = MESSAGE_ID.exec(body)?.[1];
        if (id !== undefined) onRequest(id, startedMs);
      }
    });
  }

  return createServer(serve);
}
