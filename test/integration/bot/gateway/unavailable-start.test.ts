import { expect, it, onTestFinished, vi } from 'vitest';
import { createGateway } from '../../../../src/bot/gateway/gateway.ts';
import { createSandbox, type Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { systemClock } from '../../../../src/shared/clock.ts';
import { createLogSink } from '../../../helpers/log-sink.ts';
import { NO_MAIL } from '../fixture.ts';

it.each<[string, (sandbox: Sandbox) => void, (sandbox: Sandbox) => void]>([
  [
    'the gateway answers 503',
    ({ faults }) => faults.closeGateway(true),
    ({ faults }) => faults.closeGateway(false),
  ],
  [
    'Discord answers 503',
    ({ faults }) => faults.failNext({ route: 'GET /gateway/bot', status: 503, times: 100 }),
    ({ faults }) => faults.clear(),
  ],
])(
  'connects as soon as it can if %s at first',
  async (_what, fail, recover) => {
    const sandbox = await createSandbox({ rateLimits: 'off', identifyLimits: 'off' });
    onTestFinished(() => sandbox.stop());
    fail(sandbox);
    const { logger, lines } = createLogSink('warn');
    const gateway = createGateway({
      shards: 'auto',
      identify: null,
      beforeRequest: async () => undefined,
      token: sandbox.botToken,
      apiUrl: sandbox.apiUrl,
      clock: systemClock,
      logger,
    });
    onTestFinished(() => gateway.close());
    const connected = gateway.connect({
      onMessage: () => undefined,
      onText: () => undefined,
      mail: NO_MAIL,
      onGuildAvailable: () => undefined,
      onDeleted: () => undefined,
      onMissed: () => undefined,
      onThreadsOpened: () => undefined,
      onGuildJoined: () => undefined,
      onGuildRemoved: () => undefined,
      onEnded: () => undefined,
    });
    await vi.waitFor(() => expect(lines.join()).toContain('503'));
    recover(sandbox);
    await connected;
    expect(gateway.client.isReady()).toBe(true);
  },
  30_000,
);
