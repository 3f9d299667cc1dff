import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer, type WebSocket } from 'ws';
import {
  BOT_ID,
  botUser,
  guildCreate,
  messageCreate,
  moderationResponse,
  nextId,
} from './payloads.ts';
import type { FloodResult, Pace, PaceResult, StubAddresses, StubRequest } from './protocol.ts';

/*
 * The minimum of Discord (gateway and REST) that discord.js needs, and a moderation service that answers at once. It runs
 * as a separate process so that its work does not count as the bot's.
 */

/** The flood waits when the bot is this many messages behind: enough to keep it busy, fewer than its queue holds. */
const WINDOW = 2000;

/** After this long without progress, the missing messages count as lost. */
const GIVE_UP_MS = 15_000;

const PASS = moderationResponse('pass');
const DELETE = moderationResponse('delete');

let layout = { guilds: 1, channelsPerGuild: 50 };
let socket: WebSocket | null = null;
let sequence = 0;

interface Times {
  frame: number;
  request: number | null;
  answer: number | null;
  deleted: number | null;
}
/** By message id; filled during a run. */
const times = new Map<string, Times>();
let onArrival: () => void = () => undefined;
let onDelete: () => void = () => undefined;

function dispatch(type: string, data: object): void {
  sequence += 1;
  socket?.send(JSON.stringify({ op: 0, t: type, s: sequence, d: data }));
}

function onGatewayMessage(raw: Buffer, resumeUrl: string): void {
  const { op } = JSON.parse(raw.toString()) as { op: number };
  if (op === 1) socket?.send('{"op":11}');
  if (op !== 2) return;
  const guilds = Array.from({ length: layout.guilds }, (_, guild) =>
    guildCreate(guild, layout.channelsPerGuild),
  );
  dispatch('READY', {
    v: 10,
    user: botUser,
    guilds: guilds.map((guild) => ({ id: (guild as { id: string }).id, unavailable: true })),
    session_id: 'bench',
    resume_gateway_url: resumeUrl,
    application: { id: BOT_ID, flags: 0 },
  });
  for (const guild of guilds) dispatch('GUILD_CREATE', guild);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function respond(response: ServerResponse, status: number, body = ''): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(body);
}

async function onService(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const now = performance.now();
  const { sample, metadata } = JSON.parse(await bodyOf(request)) as {
    sample: string;
    metadata: { messageId: string };
  };
  const entry = times.get(metadata.messageId);
  respond(response, 200, sample.startsWith('BAD') ? DELETE : PASS);
  if (entry === undefined || entry.request !== null) return;
  entry.request = now;
  entry.answer = performance.now();
  onArrival();
}

async function onDiscord(
  request: IncomingMessage,
  response: ServerResponse,
  gatewayUrl: string,
): Promise<void> {
  const url = request.url ?? '';
  const deletion = /\/channels\/\d+\/messages\/(\d+)$/.exec(url);
  if (request.method === 'DELETE' && deletion !== null) {
    const entry = times.get(deletion[1] ?? '');
    response.writeHead(204).end();
    if (entry === undefined || entry.deleted !== null) return;
    entry.deleted = performance.now();
    onDelete();
    return;
  }
  await bodyOf(request);
  const session_start_limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
  if (url.endsWith('/gateway/bot')) {
    respond(response, 200, JSON.stringify({ url: gatewayUrl, shards: 1, session_start_limit }));
  } else if (url.endsWith('/users/@me/channels')) {
    respond(
      response,
      200,
      JSON.stringify({ id: '700000000000000001', type: 1, recipients: [], last_message_id: null }),
    );
  } else if (request.method === 'POST') {
    const { data } = messageCreate(0, 1, 2, false);
    respond(response, 200, JSON.stringify({ ...data, author: botUser, id: nextId() }));
  } else if (url.includes('/messages')) {
    respond(response, 200, '[]');
  } else {
    respond(response, 200, JSON.stringify({ ...botUser, flags: 0 }));
  }
}

function send(index: number, bad: boolean): void {
  const { id, data } = messageCreate(index, layout.guilds, layout.channelsPerGuild, bad);
  times.set(id, { frame: performance.now(), request: null, answer: null, deleted: null });
  dispatch('MESSAGE_CREATE', data);
}

/** Calls `giveUp` when `progress` has not been called for `GIVE_UP_MS`. */
function watchdog(giveUp: () => void): { progress: () => void; end: () => void } {
  let timer = setTimeout(giveUp, GIVE_UP_MS);
  return {
    progress: () => {
      timer.refresh();
    },
    end: () => clearTimeout(timer),
  };
}

function flood(messages: number): Promise<FloodResult> {
  times.clear();
  const start = performance.now();
  let sent = 0;
  let arrived = 0;
  return new Promise((resolve) => {
    const finish = (): void => {
      watch.end();
      resolve({ arrived, seconds: (performance.now() - start) / 1000 });
    };
    const watch = watchdog(finish);
    const refill = (): void => {
      for (; sent < messages && sent - arrived < WINDOW; sent += 1) send(sent, false);
    };
    onArrival = () => {
      arrived += 1;
      watch.progress();
      if (arrived < messages) refill();
      else finish();
    };
    refill();
  });
}

function pace({ messages, perSecond, badEvery }: Pace): Promise<PaceResult> {
  times.clear();
  const start = performance.now();
  const bad = Math.floor(messages / badEvery);
  let sent = 0;
  let arrived = 0;
  let deletions = 0;
  return new Promise((resolve) => {
    const finish = (): void => {
      watch.end();
      const frameToRequest: number[] = [];
      const frameToDelete: number[] = [];
      const added: number[] = [];
      for (const { frame, request, answer, deleted } of times.values()) {
        if (request === null || answer === null) continue;
        frameToRequest.push(request - frame);
        if (deleted === null) continue;
        frameToDelete.push(deleted - frame);
        added.push(request - frame + (deleted - answer));
      }
      resolve({ arrived, frameToRequest, frameToDelete, added });
    };
    const watch = watchdog(finish);
    const onProgress = (): void => {
      watch.progress();
      if (arrived === messages && deletions === bad) finish();
    };
    onArrival = () => {
      arrived += 1;
      onProgress();
    };
    onDelete = () => {
      deletions += 1;
      onProgress();
    };
    const ticker = setInterval(() => {
      const due = Math.min(messages, Math.floor(((performance.now() - start) / 1000) * perSecond));
      for (; sent < due; sent += 1) send(sent, (sent + 1) % badEvery === 0);
      if (sent === messages) clearInterval(ticker);
    }, 1);
  });
}

async function handle(request: StubRequest): Promise<FloodResult | PaceResult | null> {
  switch (request.kind) {
    case 'layout':
      layout = request;
      return null;
    case 'flood':
      return flood(request.messages);
    case 'pace':
      return pace(request);
  }
}

async function listen(): Promise<StubAddresses> {
  const discord = createServer();
  const service = createServer((request, response) => void onService(request, response));
  for (const server of [discord, service]) {
    server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  }
  const host = (server: typeof discord): string =>
    `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gatewayUrl = `ws://${host(discord)}`;
  discord.on('request', (request, response) => void onDiscord(request, response, gatewayUrl));
  new WebSocketServer({ server: discord }).on('connection', (connected) => {
    socket = connected;
    connected.on('message', (raw: Buffer) => onGatewayMessage(raw, gatewayUrl));
    connected.send('{"op":10,"d":{"heartbeat_interval":41250}}');
  });
  return { apiUrl: `http://${host(discord)}/api`, serviceUrl: `http://${host(service)}` };
}

process.on('message', (request: StubRequest) => {
  void handle(request).then((result) => process.send?.(result));
});
process.on('SIGTERM', () => process.exit(0));
process.send?.(await listen());
