import { constants, createDeflate } from 'node:zlib';
import type { WebSocket } from 'ws';

/** The way to one client. */
export interface Transport {
  send(frame: string): void;
  /** Says goodbye after everything sent so far. */
  close(code: number, reason: string): void;
  /** Cuts the line without a word, as a broken network does. */
  cut(): void;
  /** From now on nothing goes out, as on a line that is silently dead, until `release`. */
  hold(): void;
  release(): void;
}

export function createTransport(socket: WebSocket, compression: 'none' | 'zlib-stream'): Transport {
  const write = compression === 'none' ? plainWriter(socket) : zlibWriter(socket);
  let held: (() => void)[] | null = null;

  const act = (action: () => void): void => {
    if (held === null) action();
    else held.push(action);
  };

  return {
    send: (frame) => act(() => write(frame, () => undefined)),
    close: (code, reason) => act(() => write(null, () => socket.close(code, reason))),
    cut: () => socket.terminate(),
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

/** Writes a frame, or nothing for null, and calls `done` when everything before is on its way. */
type Writer = (frame: string | null, done: () => void) => void;

function plainWriter(socket: WebSocket): Writer {
  return (frame, done) => {
    if (frame !== null && socket.readyState === socket.OPEN) socket.send(frame);
    done();
  };
}

/** One zlib context for the whole connection, a sync flush after each payload. */
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
