import { expect, it, onTestFinished, vi } from 'vitest';
import {
  createWebhookRegistration,
  type WebhookRegistrationDeps,
} from '../../../../../src/bot/webhooks/registration/webhook-registration.ts';
import { errorMessage } from '../../../../../src/shared/errors.ts';
import { inEnglish, message } from '../../../../../src/bot/locales/message.ts';
import { createFakeClock } from '../../../../helpers/fake-clock.ts';
import { createLogSink } from '../../../../helpers/log-sink.ts';

function register(changes: Partial<WebhookRegistrationDeps>) {
  const clock = createFakeClock();
  const { logger, lines } = createLogSink();
  const enabled: string[] = [];
  const registration = createWebhookRegistration({
    baseUrl: 'https://bot.example',
    path: '/webhooks/secret',
    isPublic: true,
    enable: async (webhook) => void enabled.push(webhook),
    explain: (error) => message('availability:service.rejected', { reason: errorMessage(error) }),
    probe: async () => 200,
    clock,
    random: () => 0.5,
    logger,
    ...changes,
  });
  registration.start();
  onTestFinished(() => registration.stop());
  const becomes = (kind: string) =>
    vi.waitFor(() => expect(registration.state().kind).toBe(kind), 5000);
  return { clock, lines, enabled, registration, becomes };
}

it('enables the add-on with the bot’s address and keeps the secret path out of the log', async () => {
  const { lines, enabled, becomes } = register({});
  await becomes('ready');
  expect(enabled).toEqual(['https://bot.example/webhooks/secret']);
  expect(lines.join()).not.toContain('secret');
});

it('reports that no address is set', async () => {
  const { lines, enabled, registration, becomes } = register({ baseUrl: null });
  await becomes('not set');
  expect(registration.state().detail).toEqual(message('availability:webhook.notSet'));
  expect(lines.join()).toContain('WEBHOOK_PUBLIC_URL is not set');
  expect(enabled).toEqual([]);
});

it('retries while the service is unavailable', async () => {
  let tries = 0;
  const { clock, registration, becomes } = register({
    async enable() {
      tries += 1;
      if (tries < 4) throw new Error('No answer.');
    },
  });
  await vi.waitFor(() => expect(inEnglish(registration.state().detail)).toContain('No answer.'));
  expect(registration.state().kind).toBe('waiting');
  await vi.waitFor(() => {
    clock.advance(10_000);
    expect(tries).toBe(4);
  });
  await becomes('ready');
});

it.each<[string, () => Promise<number>]>([
  ['nothing answers', () => Promise.reject(new Error('refused'))],
  ['a proxy answers 502', async () => 502],
])(
  'reports a wrong address when %s, and reports that it works again',
  async (_what, failingProbe) => {
    let probe = failingProbe;
    const { clock, lines, becomes } = register({ probe: () => probe() });
    await becomes('unreachable');
    expect(lines.join()).toContain('does not seem to lead to the bot');
    probe = async () => 200;
    await vi.waitFor(() => expect(clock.pending()).toHaveLength(1));
    clock.advance(5 * 60_000);
    await becomes('ready');
  },
);

it('does not probe the address for the embedded service, which is on this machine', async () => {
  const probe = () => Promise.reject(new Error('no'));
  const { enabled, becomes } = register({ isPublic: false, probe });
  await becomes('ready');
  expect(enabled).toHaveLength(1);
});

it('stops while it retries', async () => {
  const { registration } = register({ enable: () => Promise.reject(new Error('away')) });
  await vi.waitFor(() => expect(inEnglish(registration.state().detail)).toContain('away'));
  await registration.stop();
});
