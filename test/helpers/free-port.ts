import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** A port nobody listens on at this moment, for what has to come back to the same one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an AddressInfo; the type also covers pipes.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
