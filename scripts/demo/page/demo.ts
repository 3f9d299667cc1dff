import { createLogger } from '../../../src/shared/logger.ts';
import { defaultPolicy } from '../../../src/bot/domain/policy/policy.ts';
import { startPage } from '../../../src/sandbox/page/server/page.ts';
import type { Stage } from '../../../src/sandbox/page/server/stage.ts';
import { createHarness, type Harness, type HarnessOptions } from '../harness.ts';
import { createScenarios } from './scenarios/index.ts';
import { createStatusReader } from './status.ts';

/** The built src/sandbox/page/browser. */
const ASSETS = new URL('../../../src/sandbox/page/browser/', import.meta.url);

export interface DemoOptions {
  /** The folder with the page's files. Default: beside the built script. */
  readonly assets?: URL;
  readonly harness?: HarnessOptions;
}

/** The bot in a sandbox, and the page that shows it. */
export interface Demo {
  readonly url: string;
  /** A reset replaces it. */
  readonly harness: () => Harness;
  close(): Promise<void>;
}

export async function openDemo(options: DemoOptions = {}): Promise<Demo> {
  let harness = await openHarness(options);
  const page = await startPage({
    assets: options.assets ?? ASSETS,
    stage: stageOf(harness),
    logger: createLogger('warn', process.stderr),
    async reset() {
      await harness.close();
      harness = await openHarness(options);
      return stageOf(harness);
    },
  });
  return {
    url: page.url,
    harness: () => harness,
    async close() {
      await page.stop();
      await harness.close();
    },
  };
}

/** A bot with default settings, except for one trusted role. */
async function openHarness(options: DemoOptions): Promise<Harness> {
  const harness = await createHarness(options.harness);
  const { guildId, roles } = harness.sandbox;
  const policy = { ...defaultPolicy, exemptRoleIds: [roles.Trusted] };
  await harness.bot().policies.set(guildId, policy);
  return harness;
}

function stageOf(harness: Harness): Stage {
  return {
    sandbox: harness.sandbox,
    scenarios: createScenarios(harness),
    status: createStatusReader(() => harness.bot().url),
    onCase(listener) {
      harness.onOutcome(({ messageId, outcome }) => {
        if ('caseNumber' in outcome) listener({ messageId, caseNumber: outcome.caseNumber });
      });
    },
  };
}
