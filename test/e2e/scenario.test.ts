import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioPolicy } from '../../scripts/demo/scenario.ts';
import { script } from '../../scripts/demo/script.ts';
import { createStage } from '../../scripts/demo/stage.ts';

// Titles are needed before anything runs, so the stage stands first.
const stage = await createStage({ sandbox: { rateLimits: 'off' } });

describe('the scripted scenario of the demo', () => {
  beforeAll(() => stage.bot().policies.set(stage.sandbox.guildId, scenarioPolicy(stage)));
  afterAll(() => stage.close());

  const steps = script(stage).map(({ title, ...step }) => [title, step] as const);
  it.each(steps)('%s', async (_title, { play, expected }) => {
    expect(await play()).toBe(expected);
  });
});
