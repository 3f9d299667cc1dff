import { expect, it, vi } from 'vitest';
import { createKeywordScene } from './keyword-scene.ts';

const WAIT = { timeout: 15_000, interval: 50 };

async function get(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(url);
  return { status: answer.status, text: await answer.text() };
}

it('a running bot is ready and counts its work in metrics', async () => {
  const on = await createKeywordScene();
  const { url } = on.bot();
  await vi.waitFor(async () => expect((await get(`${url}/readyz`)).status).toBe(200), WAIT);
  const said = await on.person('alice').say(on.sandbox.channels.general, 'good morning');
  await on.outcomeOf(said.id);
  const bad = await on.person('bob').say(on.sandbox.channels.general, 'fuck you, you stupid bitch');
  await on.outcomeOf(bad.id);
  await on.send(on.event('word'));
  await vi.waitFor(() => expect(on.posts()).toHaveLength(1), WAIT);
  await vi.waitFor(async () => {
    const { text } = await get(`${url}/metrics`);
    expect(text).toContain('portcullis_messages_total{outcome="passed"} 1');
    expect(text).toContain('portcullis_effects_total{kind="delete",outcome="done"} 1');
    expect(text).toMatch(/portcullis_service_latency_seconds_count 2\b/);
    expect(text).toContain('portcullis_webhook_answers_total{status="200"} 1');
    expect(text).toMatch(/portcullis_inbox_depth 0\b/);
    expect(text).toContain('portcullis_part_up{part="gateway"} 1');
  }, WAIT);
});

it('a bot without a gateway connection is not ready and reports since when', async () => {
  const on = await createKeywordScene();
  const { faults } = on.sandbox;
  faults.closeGateway(true);
  faults.dropGateway();
  await vi.waitFor(async () => {
    const { status, text } = await get(`${on.bot().url}/readyz`);
    expect(status).toBe(503);
    const { gateway } = JSON.parse(text);
    expect(gateway).toMatchObject({ state: 'down', detail: expect.any(String) });
    expect(Date.now() - Date.parse(gateway.since)).toBeLessThan(60_000);
  }, WAIT);
  faults.closeGateway(false);
  await vi.waitFor(
    async () => expect((await get(`${on.bot().url}/readyz`)).status).toBe(200),
    WAIT,
  );
}, 40_000);
