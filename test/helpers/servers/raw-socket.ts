import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

export interface RawSocket {
  readonly socket: Socket;
  /** The text received so far. */
  received(): string;
  /** Resolves to the received text once the other end stops sending. */
  readonly ended: Promise<string>;
  /** Resolves to the received text once the connection is closed in both directions. */
  readonly closed: Promise<string>;
}

/** A TCP connection to a listener. Closed when the test ends. */
export async function openSocket(url: string): Promise<RawSocket> {
  const { hostname, port } = new URL(url);
  // Half open: this client does not close in return, so the listener must.
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString();
  });
  // A reset also closes the connection.
  socket.on('error', () => undefined);
  const over = (event: 'end' | 'close') =>
    new Promise<string>((resolve) => socket.once(event, () => resolve(text)));
  const closed = over('close');
  const ended = Promise.race([over('end'), closed]);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return { socket, received: () => text, ended, closed };
}

/** Sends a byte every 10 ms until the connection is closed. */
export function drip({ socket }: RawSocket, byte: string): void {
  const timer = setInterval(() => socket.write(byte), 10);
  socket.once('close', () => clearInterval(timer));
}
