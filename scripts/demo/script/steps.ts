import { chartSteps } from './charts.ts';
import { handleAlerts } from './handle-alerts.ts';
import { moderatorActionSteps } from './moderator-actions.ts';
import { messageSteps } from './messages.ts';
import type { Step } from './scene.ts';
import { serviceFeatureSteps } from './service-features.ts';
import { diagnosticsSteps } from './diagnostics.ts';
import type { Harness } from '../harness.ts';

/** All steps of `npm run demo -- --script`, in order. */
export function demoSteps(harness: Harness): Step[] {
  return [
    ...messageSteps(harness).map(({ run, ...step }) => ({
      ...step,
      async run() {
        await handleAlerts(harness);
        return run();
      },
    })),
    ...moderatorActionSteps(harness),
    ...diagnosticsSteps(harness),
    ...serviceFeatureSteps(harness),
    ...chartSteps(harness),
  ];
}
