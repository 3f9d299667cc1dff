import { chartSteps } from './charts.ts';
import { decisions } from './decisions.ts';
import { scenario, type Step } from './scenario.ts';
import { serviceCommands } from './service-commands.ts';
import { settings } from './settings.ts';
import type { Stage } from './stage.ts';

/** All that the scripted demo plays, in order: a file a part. */
export function script(stage: Stage): Step[] {
  return [
    ...scenario(stage),
    ...decisions(stage),
    ...settings(stage),
    ...serviceCommands(stage),
    ...chartSteps(stage),
  ];
}
