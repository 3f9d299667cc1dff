import { expect, it, onTestFinished, vi } from 'vitest';
import { createWebhookSetup, type WebhookSetupDeps } from '../../src/inbox/set-up.ts';
import { createFakeClock } from '../helpers/fake-clock.ts';
import { createLogSink } from '../helpers/log-sink.ts';

function settingUp(changes: Partial<WebhookSetupDeps>) {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const enabled: string[] = [];
  const setup = createWebhookSetup({
    baseUrl: 'https://bot.example',
    path: '/webhooks/secret',
    isPublic: true,
    enable: async (webhook) => void enabled.push(webhook),
    probe: async () => 200,
    clock,
    random: () => 0.5,
    logger,
    ...changes,
  });
  setup.start();
  onTestFinished(() => setup.stop());
  const becomes = (kind: string) => vi.waitFor(() => expect(setup.state().kind).toBe(kind), 5000);
  return { clock, lines, enabled, setup, becomes };
}

it('enables the add-on with the bot’s address, and keeps the secret path out of the log', async () => {
  const { lines, enabled, becomes } = settingUp({});
  await becomes('ready');
  expect(enabled).toEqual(['https://bot.example/webhooks/secret']);
  expect(lines.join()).not.toContain('secret');
});

it('says plainly that no address is set', async () => {
  const { lines, enabled, setup, becomes } = settingUp({ baseUrl: null });
  await becomes('not set');
  expect(setup.state().detail).toContain('WEBHOOK_PUBLIC_URL is not set');
  expect(lines.join()).toContain('WEBHOOK_PUBLIC_URL is not set');
  expect(enabled).toEqual([]);
});

it('tries again while the service is away', async () => {
  let tries = 0;
  const { clock, setup, becomes } = settingUp({
    async enable() {
      tries += 1;
      if (tries < 4) throw new Error('Nobody answers.');
    },
  });
  await vi.waitFor(() => expect(setup.state().detail).toContain('Nobody answers.'));
  expect(setup.state().kind).toBe('waiting');
  await vi.waitFor(() => {
    clock.advance(10_000);
    expect(tries).toBe(4);
  });
  await becomes('ready');
});

it.each<[string, () => Promise<number>]>([
  ['nothing answers', () => Promise.reject(new Error('refused'))],
  ['a proxy answers 502', async () => 502],
])('says that the address does not lead here when %s, and when it does', async (_what, fault) => {
  let probe = fault;
  const { clock, lines, becomes } = settingUp({ probe: () => probe() });
  await becomes('unreachable');
  expect(lines.join()).toContain('does not lead to the bot');
  probe = async () => 200;
  await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
  clock.advance(5 * 60_000);
  await becomes('ready');
});

it('does not look for the embedded service’s address: it is on this machine', async () => {
  const probe = () => Promise.reject(new Error('no'));
  const { enabled, becomes } = settingUp({ isPublic: false, probe });
  await becomes('ready');
  expect(enabled).toHaveLength(1);
});

it('stops in the midst of it', async () => {
  const { setup } = settingUp({ enable: () => Promise.reject(new Error('away')) });
  await vi.waitFor(() => expect(setup.state().detail).toContain('away'));
  await setup.stop();
});
