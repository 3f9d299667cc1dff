import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawSocket {
  readonly socket: Socket;
  /** What has come so far. */
  received(): string;
  /** Resolves to what came, once the other end will send no more. */
  readonly ended: Promise<string>;
  /** Resolves to what came, once the other end takes no more either: it answers what is sent with a reset. */
  readonly closed: Promise<string>;
}

/** A bare connection to a listener, gone with the test. */
export async function openSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  // Half open: who does not close in return is who the listener must get rid of.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // A reset is one way to be closed.
  socket.on('error', () => undefined);
  const over = (event: 'end' | 'close') =>
    new Promise<string>((resolve) => socket.once(event, () => resolve(text)));
  const closed = over('close');
  const ended = Promise.race([over('end'), closed]);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => text, ended, closed };
}

/** Sends a byte every 10 ms, for as long as somebody takes them. */
export function drip({ socket }: RawSocket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  socket.once('close', () => clearInterval(timer));
}
