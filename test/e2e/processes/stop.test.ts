import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Child } from '../../helpers/processes/child.ts';
import { sendJson, startHttpServer } from '../../helpers/http-server.ts';
import { createProcessFixture } from './fixture.ts';
import { portOf } from '../../helpers/servers/port-of.ts';

const STOPS_WITHIN_MS = 10_000;

const ENDED = { exit: 0, isInTime: true };

/** Sends the signal; resolves to the exit code and whether it came in time. */
async function ending(child: Child, signal: NodeJS.Signals): Promise<typeof ENDED> {
  const since = Date.now();
  child.kill(signal);
  const exit = Number(await child.exit);
  return { exit, isInTime: Date.now() - since < STOPS_WITHIN_MS };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('on %s the process', (signal) => {
  it('finishes work in flight, then exits', async () => {
    const { alerts, person, sandbox, service, exists, startConnected } =
      await createProcessFixture();
    const child = await startConnected();
    const release = service.hold();
    const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
    await vi.waitFor(() => expect(service.samples).toHaveLength(1));
    const ended = ending(child, signal);
    await child.says('stopping');
    release();
    expect(await ended).toEqual(ENDED);
    expect(exists(message)).toBe(false);
    expect(alerts().get(message.id)).toHaveLength(1);
  });
});

describe('on SIGTERM the process', () => {
  it('exits in time while Discord fails, and continues at its next start', async () => {
    const { alerts, person, sandbox, exists, startConnected } = await createProcessFixture();
    const child = await startConnected();
    sandbox.faults.failNext({ status: 503, route: 'DELETE /channels/:id/messages/:id', times: 99 });
    const message = await person('bob').say(sandbox.channels.general, 'this is [delete]');
    await child.says('running an effect failed');
    expect(await ending(child, 'SIGTERM')).toEqual(ENDED);
    sandbox.faults.clear();
    await startConnected();
    await vi.waitFor(() => expect(alerts().get(message.id)).toHaveLength(1), 15_000);
    expect(exists(message)).toBe(false);
  }, 40_000);

  it('exits in time while the gateway connection is dead', async () => {
    const { sandbox, startConnected } = await createProcessFixture();
    const child = await startConnected();
    sandbox.faults.pauseGateway(true);
    expect(await ending(child, 'SIGTERM')).toEqual(ENDED);
  });

  it('abandons a start while Discord’s API does not answer', async () => {
    const { start } = await createProcessFixture();
    const silent = await listen(createServer());
    const child = start({ DISCORD_API_URL: `http://127.0.0.1:${silent.port}/api` });
    await silent.connected;
    expect(await ending(child, 'SIGTERM')).toEqual(ENDED);
  });

  it('abandons a start while the gateway does not answer', async () => {
    const { start } = await createProcessFixture();
    const silent = await listen(createServer());
    const api = await startHttpServer((response) => {
      const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
      const url = `ws://127.0.0.1:${silent.port}`;
      sendJson(response, { url, shards: 1, session_start_limit: limit });
    });
    const child = start({ DISCORD_API_URL: `${api.baseUrl}/api` });
    await silent.connected;
    expect(await ending(child, 'SIGTERM')).toEqual(ENDED);
  });
});

/** Accepts connections and never answers. */
async function listen(server: Server): Promise<{ port: number; connected: Promise<unknown> }> {
  const connected = once(server, 'connection');
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  return { port, connected };
}
