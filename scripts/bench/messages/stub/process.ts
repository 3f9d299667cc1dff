import { createServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { createGatewayStub } from './gateway.ts';
import type {
  Layout,
  StubAddresses,
  StubRequest,
  StubResponse,
  TrafficResult,
} from './protocol.ts';
import { answerRest } from './rest.ts';
import { createRuns } from './runs.ts';
import { createServiceStub } from './service.ts';

/*
 * The minimum of Discord (gateway and REST) that discord.js needs, and a moderation service that answers at once. It runs
 * as a separate process so that its work does not count as the bot's.
 */

const POLL_MS = 50;

let layout: Layout = { kind: 'layout', guilds: 1, channelsPerGuild: 50, shards: 1 };
let requests = 0;
let lastRequestMs = 0;

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const discord = createServer({ keepAliveTimeout: 60_000 });
const discordHost = await listen(discord);
const gatewayUrl = `ws://${discordHost}`;
const gateway = createGatewayStub(discord, { gatewayUrl, layout: () => layout });
const runs = createRuns(gateway);
discord.on('request', (request, response) => {
  requests += 1;
  lastRequestMs = performance.now();
  void answerRest(request, response, {
    gatewayUrl,
    shards: layout.shards,
    onDelete: runs.deleted,
  });
});
const serviceHost = await listen(createServiceStub(runs.requested));

async function traffic(quietMs: number): Promise<TrafficResult> {
  while (performance.now() - lastRequestMs < quietMs) await wait(POLL_MS);
  const seen = requests;
  requests = 0;
  return { requests: seen, sessions: gateway.sessions(), gatewayBytes: gateway.sentBytes() };
}

async function handle(request: StubRequest): Promise<StubResponse> {
  switch (request.kind) {
    case 'layout':
      layout = request;
      return null;
    case 'burst':
      runs.burst(request, layout);
      return null;
    case 'flood':
      return runs.flood(request, layout);
    case 'pace':
      return runs.pace(request, layout);
    case 'traffic':
      return traffic(request.quietMs);
  }
}

process.on('message', (request: StubRequest) => {
  void handle(request).then((result) => process.send?.(result));
});
process.on('SIGTERM', () => process.exit(0));
const addresses: StubAddresses = {
  apiUrl: `http://${discordHost}/api`,
  serviceUrl: `http://${serviceHost}`,
};
process.send?.(addresses);
