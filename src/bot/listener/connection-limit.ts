import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from '../../shared/clock.ts';
import type { Logger } from '../../shared/logger.ts';
import type { ListenerLimits } from './listener-limits.ts';

const LOG_INTERVAL_MS = 60_000;

/**
 * Limits the connections of each address and of all together. Above a limit, it closes the connection that has been open
 * longest without a request in progress, so that idle ones never make the listener unreachable, not even behind a proxy
 * whose address all requests share.
 */
export function limitConnections(
  server: Server,
  {
    limits,
    clock,
    logger,
  }: {
    limits: Pick<ListenerLimits, 'maxConnections' | 'maxConnectionsPerAddress'>;
    clock: Clock;
    logger: Logger;
  },
): void {
  /** With their addresses, which a closed socket no longer has. Oldest first. */
  const open = new Map<Socket, string>();
  const byAddress = new Map<string, Set<Socket>>();
  const busy = new Set<Socket>();
  let loggedAt = -Infinity;

  function closeIdle(sockets: Iterable<Socket>, address: string): void {
    if (clock.now() - loggedAt >= LOG_INTERVAL_MS) {
      loggedAt = clock.now();
      logger.warn(
        { address, ofAddress: byAddress.get(address)?.size, total: open.size },
        'too many connections, closing idle ones',
      );
    }
    // The newest is one of them: it goes if all others are busy.
    for (const socket of sockets) {
      if (busy.has(socket)) continue;
      remove(socket);
      socket.destroy();
      return;
    }
  }

  function remove(socket: Socket): void {
    const address = open.get(socket);
    if (address === undefined) return;
    open.delete(socket);
    const ofAddress = byAddress.get(address);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) byAddress.delete(address);
  }

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? '';
    const ofAddress = byAddress.get(address) ?? new Set();
    byAddress.set(address, ofAddress.add(socket));
    open.set(socket, address);
    socket.once('close', () => {
      remove(socket);
      busy.delete(socket);
    });
    if (ofAddress.size > limits.maxConnectionsPerAddress) closeIdle(ofAddress, address);
    else if (open.size > limits.maxConnections) closeIdle(open.keys(), address);
  });
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
  });
}
