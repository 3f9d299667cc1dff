import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';
import { portOf } from '../../../helpers/servers/port-of.ts';

/** Starts a server on a loopback address until the test ends; resolves to its port. */
export async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<number> {
  const server = createServer(listener);
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  server.listen(0, host);
  await once(server, 'listening');
  return portOf(server);
}
