import { constants, createDeflate } from 'node:zlib';
import type { WebSocket } from 'ws';

export interface SocketTransport {
  send(frame: string): void;
  /** Closes the connection after everything sent so far. */
  close(code: number, reason: string): void;
  /** Ends the connection without a close frame, like a network failure. */
  terminate(): void;
  /** Holds back everything until `release`, like a connection that died silently. */
  hold(): void;
  release(): void;
}

export function createSocketTransport(
  socket: WebSocket,
  compression: 'none' | 'zlib-stream',
): SocketTransport {
  const write = compression === 'none' ? plainWriter(socket) : zlibWriter(socket);
  let held: (() => void)[] | null = null;

  const runOrHold = (action: () => void): void => {
    if (held === null) action();
    else held.push(action);
  };

  return {
    send: (frame) => runOrHold(() => write(frame, () => undefined)),
    close: (code, reason) => runOrHold(() => write(null, () => socket.close(code, reason))),
    terminate: () => socket.terminate(),
    hold() {
      held ??= [];
    },
    release() {
      const actions = held ?? [];
      held = null;
      for (const action of actions) action();
    },
  };
}

/** Writes a frame, or nothing for null, and calls `done` once everything before it is sent. */
type Writer = (frame: string | null, done: () => void) => void;

function plainWriter(socket: WebSocket): Writer {
  return (frame, done) => {
    if (frame !== null && socket.readyState === socket.OPEN) socket.send(frame);
    done();
  };
}

/** zlib-stream: one zlib context for the whole connection, with a sync flush after each payload. */
function zlibWriter(socket: WebSocket): Writer {
  const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  let chunks: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.once('close', () => deflate.close());
  return (frame, done) => {
    if (socket.readyState !== socket.OPEN) return;
    deflate.write(frame ?? '', () => {
      const payload = Buffer.concat(chunks);
      chunks = [];
      if (payload.length > 0 && socket.readyState === socket.OPEN) socket.send(payload);
      done();
    });
  };
}
