import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

import { GatewayCloseCodes } from 'discord-api-types/v10';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';

import type { Logger } from '../../shared/logger.ts';
import { createConnection, type Connection } from './connection.ts';
import {
  createSessions,
  type SessionInfo,
  type Sessions,
  type SessionsOptions,
} from './sessions.ts';
import { createSocketTransport, type SocketTransport } from './socket-transport.ts';

export const GATEWAY_PATH = '/gateway';

/** Gateway versions that Discord still serves. */
const VERSIONS = new Set(['6', '7', '8', '9', '10']);
/** Far above the 4096 bytes a client may send, so that we close with Discord's 4002 before ws closes with 1009. */
const MAX_FRAME_BYTES = 1024 * 1024;

export interface SandboxGateway extends Pick<Sessions, 'identifies'> {
  /** The sessions that clients use or may still resume. */
  sessions(): SessionInfo[];
  /** Closes every connection with this code, or terminates it without a close frame. Sessions can be resumed. */
  drop(closeCode?: number): void;
  requestReconnect(): void;
  /** Sends opcode 9 to every connection. Unless `resumable`, ends every session. */
  invalidateSessions(resumable: boolean): void;
  /** Sends an event with any data, malformed or not, to every session. */
  sendEvent(type: string, data: unknown): void;
  /** Keeps connections open but sends nothing, not even heartbeat acknowledgements, until `unpause`. */
  pause(): void;
  unpause(): void;
  /** Rejects new connections with 503 until `unlock`. */
  lock(): void;
  unlock(): void;
  stop(): void;
}

export interface SandboxGatewayOptions extends SessionsOptions {
  readonly server: Server;
  readonly logger: Logger;
}

/** Serves the gateway's WebSocket on the HTTP server of the API. */
export function createSandboxGateway(options: SandboxGatewayOptions): SandboxGateway {
  const { world, server, logger } = options;
  const sessions = createSessions(options);
  const webSockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const connections = new Map<Connection, SocketTransport>();
  let isPaused = false;
  let isLocked = false;

  function accept(socket: WebSocket, query: URLSearchParams): void {
    const compression = query.get('compress') === 'zlib-stream' ? 'zlib-stream' : 'none';
    const transport = createSocketTransport(socket, compression);
    const version = query.get('v');
    if (version !== null && !VERSIONS.has(version)) {
      transport.close(GatewayCloseCodes.InvalidAPIVersion, 'Invalid API version.');
      return;
    }
    if (isPaused) transport.hold();
    const connection = createConnection({ transport, sessions, clock: world.state.clock });
    connections.set(connection, transport);
    socket.on('message', (data) => connection.receive(textOf(data)));
    socket.on('close', (code) => {
      connections.delete(connection);
      connection.closed(code);
      logger.debug({ code }, 'gateway connection closed');
    });
    socket.on('error', (error) => logger.warn({ err: error }, 'gateway connection failed'));
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'ws://sandbox');
    const encoding = url.searchParams.get('encoding') ?? 'json';
    const compress = url.searchParams.get('compress') ?? 'zlib-stream';
    if (isLocked) reject(socket, '503 Service Unavailable');
    else if (url.pathname.replace(/\/$/, '') !== GATEWAY_PATH) reject(socket, '404 Not Found');
    // ETF and zstd-stream are not implemented.
    else if (encoding !== 'json' || compress !== 'zlib-stream') reject(socket, '400 Bad Request');
    else {
      webSockets.handleUpgrade(request, socket, head, (webSocket) =>
        accept(webSocket, url.searchParams),
      );
    }
  }

  server.on('upgrade', upgrade);
  const unsubscribe = world.subscribe((event) => sessions.dispatch(event));

  return {
    identifies: sessions.identifies,
    sessions: sessions.list,
    drop(closeCode) {
      for (const transport of connections.values()) {
        if (closeCode === undefined) transport.terminate();
        else transport.close(closeCode, 'Closed by a sandbox fault.');
      }
    },
    requestReconnect() {
      for (const connection of connections.keys()) connection.requestReconnect();
    },
    invalidateSessions(resumable) {
      for (const connection of connections.keys()) connection.invalidate(resumable);
      if (!resumable) sessions.endAll();
    },
    sendEvent: (type, data) => sessions.dispatchRaw(type, data),
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
      for (const transport of connections.values()) transport.terminate();
      webSockets.close();
    },
  };
}

function reject(socket: Duplex, status: string): void {
  // The client may disconnect before it reads the response.
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString('utf8');
  return Buffer.isBuffer(data) ? data.toString('utf8') : Buffer.from(data).toString('utf8');
}
