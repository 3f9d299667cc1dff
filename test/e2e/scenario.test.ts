import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoPolicy } from '../../scripts/demo/script/messages.ts';
import { demoSteps } from '../../scripts/demo/script/steps.ts';
import { AT_ONCE, createHarness } from '../../scripts/demo/harness.ts';
import { newBotState } from '../helpers/state-url.ts';
import { CHART_WORKER_URL } from '../helpers/charts/chart-worker-url.ts';

// Vitest needs the titles before anything runs, so the harness starts first.
const state = await newBotState();
const harness = await createHarness({
  ...state.options,
  sandbox: { rateLimits: 'off' },
  deps: { ...AT_ONCE, chartWorkerUrl: CHART_WORKER_URL },
});

describe('the scripted demo', () => {
  beforeAll(() => harness.bot().policies.set(harness.sandbox.guildId, demoPolicy(harness)));
  afterAll(async () => {
    await harness.close();
    await state.drop();
  });

  const steps = demoSteps(harness).map(({ title, ...step }) => [title, step] as const);
  it.each(steps)('%s', async (_title, { run, expected }) => {
    expect(await run()).toBe(expected);
  });
});
