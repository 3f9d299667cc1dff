import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { GatewayCloseCodes } from 'discord-api-types/v10';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';

import type { Logger } from '../../lib/logger.ts';
import { createConnection, type Connection } from './connection.ts';
import { createSessions, type SessionsOptions } from './sessions.ts';
import { createTransport, type Transport } from './transport.ts';

export const GATEWAY_PATH = '/gateway';

/** Versions of the gateway that Discord still answers. */
const VERSIONS = new Set(['6', '7', '8', '9', '10']);
/** Far above the 4096 bytes a client may send, so that the reply is Discord's 4002 and not ws's own code. */
const MAX_FRAME_BYTES = 1024 * 1024;

export interface Gateway {
  /** Closes every connection with this code, or cuts the line when there is none. Sessions can be resumed. */
  drop(closeCode?: number): void;
  /** Opcode 7 to everyone. */
  requestReconnect(): void;
  /** Opcode 9 to everyone; sessions that are not `resumable` are forgotten. */
  invalidateSessions(resumable: boolean): void;
  /** While paused connections stand but nothing goes out, not even heartbeat acknowledgements. */
  pause(): void;
  unpause(): void;
  /** Refuses new connections (503) until `unlock`. */
  lock(): void;
  unlock(): void;
  stop(): void;
}

export interface GatewayOptions extends SessionsOptions {
  readonly server: Server;
  readonly logger: Logger;
}

/** The websocket side of the sandbox, on the HTTP server of its API. */
export function createGateway(options: GatewayOptions): Gateway {
  const { world, server, logger } = options;
  const sessions = createSessions(options);
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const connections = new Map<Connection, Transport>();
  let isPaused = false;
  let isLocked = false;

  function accept(socket: WebSocket, query: URLSearchParams): void {
    const compression = query.get('compress') === 'zlib-stream' ? 'zlib-stream' : 'none';
    const transport = createTransport(socket, compression);
    const version = query.get('v');
    if (version !== null && !VERSIONS.has(version)) {
      transport.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.');
      return;
    }
    if (isPaused) transport.hold();
    const connection = createConnection({ transport, desk: sessions, clock: world.state.clock });
    connections.set(connection, transport);
    socket.on('message', (data) => connection.receive(textOf(data)));
    socket.on('close', (code) => {
      connections.delete(connection);
      connection.closed(code);
      logger.debug({ code }, 'a gateway connection closed');
    });
    socket.on('error', (error) => logger.warn({ err: error }, 'a gateway connection failed'));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'ws://sandbox');
    const encoding = url.searchParams.get('encoding') ?? 'json';
    const compress = url.searchParams.get('compress') ?? 'zlib-stream';
    if (isLocked) refuse(socket, '503 Service Unavailable');
    else if (url.pathname.replace(/\/$/, '') !== GATEWAY_PATH) refuse(socket, '404 Not Found');
    // ETF and zstd-stream are left out.
    else if (encoding !== 'json' || compress !== 'zlib-stream') refuse(socket, '400 Bad Request');
    else {
      webSockets.handleUpgrade(request, socket, head, (webSocket) =>
        accept(webSocket, url.searchParams),
      );
    }
  }

  server.on('upgrade', upgrade);
  const unsubscribe = world.subscribe((event) => sessions.dispatch(event));

  return {
    drop(closeCode) {
      for (const transport of connections.values()) {
        if (closeCode === undefined) transport.cut();
        else transport.close(closeCode, 'Closed by a fault of the sandbox.');
      }
    },
    requestReconnect() {
      for (const connection of connections.keys()) connection.askToReconnect();
    },
    invalidateSessions(resumable) {
      for (const connection of connections.keys()) connection.invalidate(resumable);
      if (!resumable) sessions.endAll();
    },
    pause() {
      isPaused = true;
      for (const transport of connections.values()) transport.hold();
    },
    unpause() {
      isPaused = false;
      for (const transport of connections.values()) transport.release();
    },
    lock() {
      isLocked = true;
    },
    unlock() {
      isLocked = false;
    },
    stop() {
      unsubscribe();
      server.off('upgrade', upgrade);
      sessions.endAll();
      for (const transport of connections.values()) transport.cut();
      webSockets.close();
    },
  };
}

function refuse(socket: Duplex, status: string): void {
  // A client that hangs up before it has its answer is no concern of ours.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
