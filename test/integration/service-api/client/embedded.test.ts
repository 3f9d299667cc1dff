import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ServicePlace } from '../../../../src/service-api/client/client.ts';
import type { Service } from '../../../../src/service-api/embedded-service.ts';
import { StatusError } from '../../../../src/service-api/client/errors.ts';
import { engine } from '../../../helpers/engine.ts';
import type { PropertyStep } from '../../../../src/service-api/property-executor.ts';
import { createService } from '../../../../src/service/service.ts';
import { createFakeClock, type FakeClock } from '../../../helpers/fake-clock.ts';
import { startHttpServer } from '../../../helpers/http-server.ts';
import { API_KEY, rejection, startClient, until } from './setup.ts';

/* The client against the embedded service, over HTTP and within the process. Both use the same schemas. */

const HOUR_MS = 3_600_000;

function present<T>(value: T | null): T {
  return value ?? expect.fail('there is one');
}

async function start(transport: 'http' | 'direct' = 'http') {
  const steps: PropertyStep[] = [];
  const clock = createFakeClock(Date.UTC(2025, 4, 1, 20, 5, 10));
  const service = createService({
    apiKey: API_KEY,
    engine,
    clock,
    propertyExecutor: {
      act(step) {
        steps.push(step);
        return Promise.resolve({ status: 'done' });
      },
      apply: () => Promise.resolve({ status: 'applied' }),
    },
  });
  onTestFinished(() => service.stop());
  const client = startClient({ ...(await placeOf(service, transport)), clock });
  return { client, property: present(client.property), clock, steps };
}

async function placeOf(service: Service, transport: 'http' | 'direct'): Promise<ServicePlace> {
  if (transport === 'direct') {
    await service.open();
    return { exchange: service.exchange };
  }
  const { baseUrl } = await service.start();
  return { baseUrl, consoleUrl: baseUrl };
}

/** Advances the clock until a waiting call ends. */
async function letPassFor<T>(call: Promise<T>, clock: FakeClock, stepMs: number): Promise<T> {
  let isDone = false;
  const done = call.finally(() => {
    isDone = true;
  });
  await until(() => {
    if (!isDone) clock.advance(stepMs);
    expect(isDone).toBe(true);
  });
  return done;
}

describe.each(['http', 'direct'] as const)('over %s', (transport) => {
  it('enables the keyword alert, whose events are signed with the returned secret', async () => {
    const receiver = await startHttpServer((response) => response.end());
    const { client } = await start(transport);
    const { addons } = client;
    expect((await addons.list()).active).toEqual([]);
    await addons.enableKeywordAlert({ webhook: receiver.baseUrl, includeFullMessage: true });
    await addons.addKeyword('kites');
    await addons.addKeyword('gone');
    await addons.removeKeyword('gone');
    expect((await addons.enableSecret()).secret).toEqual(expect.any(String));
    expect((await addons.list()).active).toEqual(['keywordAlert']);
    await client.text.moderate('gone are the kites', { id: '7' });
    await until(() => expect(receiver.requests).toHaveLength(1));
    expect(JSON.parse(receiver.requests[0]?.body ?? '')).toMatchObject({
      payload: { keywordDetected: 'kites', metadata: { id: '7' }, fullText: 'gone are the kites' },
      hmac: expect.any(String),
    });
  });

  it.each(['sentiment', 'language_political', 'language_vulgarity'] as const)(
    'runs an insights query for %s',
    async (metric) => {
      const { client, clock } = await start(transport);
      await client.text.moderate('I love this');
      const query = {
        metric,
        fromMs: clock.now() - HOUR_MS,
        toMs: clock.now() + HOUR_MS,
        maxResults: 10,
      };
      const results = await letPassFor(client.insights.run(query), clock, 10);
      expect(results).toEqual([
        {
          sample: 'I love this',
          score: expect.any(Number),
          requestTimeMs: Date.UTC(2025, 4, 1, 20, 5, 10),
          version: expect.any(String),
        },
      ]);
    },
  );

  it('reads the counters, and searches spans with and without records', async () => {
    const { client, clock } = await start(transport);
    const { statistics } = client;
    const span = { fromMs: clock.now() - HOUR_MS, toMs: clock.now() + HOUR_MS };
    expect((await statistics.search(span)).records).toEqual([]);
    await client.text.moderate('Good morning');
    expect(await statistics.lifetime()).toEqual({
      passed: 1n,
      flagged: 0n,
      deleted: 0n,
      total: 1n,
    });
    const again = statistics.search(span);
    await until(() => expect(clock.pending()).toContain(120_000));
    clock.advance(120_000);
    expect((await again).records).toEqual([
      { atMs: Date.UTC(2025, 4, 1, 20, 5, 55), passed: 1, flagged: 0, deleted: 0, total: 1 },
    ]);
  });

  it('reads why an audio session failed', async () => {
    const { stream } = (await start(transport)).client;
    const { convoId } = await stream.tag({ url: 'https://media.invalid/a.mp3', authorKey: 'k' });
    const status = await vi.waitFor(async () => {
      const status = await stream.status(convoId);
      expect(status.session.running).toBe(false);
      return status;
    });
    expect(status).toMatchObject({ tags: [], undocumentedTags: [], session: { error: true } });
    expect(status.session.metadata?.stopReason).toMatch(/TRANSCRIBER_URL/);
    const error = await rejection(stream.transcript(convoId, 'k'), StatusError);
    expect(error).toMatchObject({
      status: 404,
      serviceMessage: expect.stringMatching(/transcript/),
    });
  });

  it('acts on a property, changes its settings and reads its analytics', async () => {
    const { property, clock, steps } = await start(transport);
    await property.act({ propertyId: 'p', command: 'ban', operation: 'add', target: ['u'] });
    expect(steps).toEqual([{ kind: 'ban', propertyId: 'p', userId: 'u' }]);
    await property.patchSettings([{ key: '@property/name', value: 'Kites', target: 'p' }]);
    const span = { fromMs: clock.now() - HOUR_MS, toMs: clock.now() };
    const { tags, auditLogs } = await property.available({ propertyId: 'p', ...span });
    expect(tags).toEqual(['p::2025-05-01']);
    expect(auditLogs).toHaveLength(2);
    expect(await property.analytics('p::2025-05-01')).toMatchObject({
      'action.ban': [{ target: 'u' }],
    });
  });

  it('inflates analytics that the embedded service deflated', async () => {
    const { property } = await start(transport);
    const patch = { key: '@property/name', value: 'é'.repeat(5_000), target: 'p' };
    for (let times = 0; times < 12; times += 1) {
      await property.patchSettings(Array.from({ length: 5 }, () => patch));
    }
    const { settings } = await property.analytics('p::2025-05-01');
    expect(settings).toHaveLength(60);
  });
});
