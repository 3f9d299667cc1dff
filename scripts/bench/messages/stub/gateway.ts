import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import { BOT_ID, botUser, guildCreate, guildId } from './payloads.ts';
import type { Layout } from './protocol.ts';

interface Session {
  readonly webSocket: WebSocket;
  readonly socket: Socket;
  sequence: number;
}

/** The minimum of Discord's gateway that discord.js needs. */
export interface GatewayStub {
  sessions(): number;
  /** Sends these events, each given as JSON, in one packet if possible. Sends nothing to a shard without a session. */
  send(shard: number, type: string, events: readonly string[]): void;
  /** Counts all events since the stub started. */
  sentBytes(): number;
}

export function createGatewayStub(
  server: Server,
  options: { gatewayUrl: string; layout: () => Layout },
): GatewayStub {
  const sessions = new Map<number, Session>();
  let sentBytes = 0;

  function send(shard: number, type: string, events: readonly string[]): void {
    const session = sessions.get(shard);
    if (session === undefined) return;
    const { webSocket, socket } = session;
    socket.cork();
    for (const event of events) {
      session.sequence += 1;
      const frame = `{"op":0,"t":"${type}","s":${session.sequence},"d":${event}}`;
      sentBytes += frame.length;
      webSocket.send(frame);
    }
    socket.uncork();
  }

  function identify(shard: number, shards: number): void {
    const { guilds: count, channelsPerGuild } = options.layout();
    const guilds: number[] = [];
    for (let guild = shard; guild < count; guild += shards) guilds.push(guild);
    const ready = {
      v: 10,
      user: botUser,
      guilds: guilds.map((guild) => ({ id: guildId(guild), unavailable: true })),
      session_id: `bench-${shard}`,
      resume_gateway_url: options.gatewayUrl,
      shard: [shard, shards],
      application: { id: BOT_ID, flags: 0 },
    };
    send(shard, 'READY', [JSON.stringify(ready)]);
    for (const guild of guilds) {
      send(shard, 'GUILD_CREATE', [JSON.stringify(guildCreate(guild, channelsPerGuild))]);
    }
  }

  new WebSocketServer({ server }).on('connection', (webSocket, { socket }) => {
    const session: Session = { webSocket, socket, sequence: 0 };
    webSocket.on('message', (raw: Buffer) => {
      const { op, d } = JSON.parse(raw.toString()) as { op: number; d?: { shard?: number[] } };
      if (op === 1) webSocket.send('{"op":11}');
      if (op !== 2) return;
      const [shard = 0, shards = 1] = d?.shard ?? [];
      sessions.set(shard, session);
      identify(shard, shards);
    });
    webSocket.on('close', () => {
      for (const [shard, other] of sessions) if (other === session) sessions.delete(shard);
    });
    webSocket.send('{"op":10,"d":{"heartbeat_interval":41250}}');
  });

  return { sessions: () => sessions.size, send, sentBytes: () => sentBytes };
}
