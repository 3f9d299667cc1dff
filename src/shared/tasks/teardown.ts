import { errorMessage } from '../errors.ts';
import type { Logger } from '../logger.ts';

/** Stops the parts of the bot in the reverse order of their start. */
export interface Teardown {
  add(name: string, end: () => void | Promise<void>): void;
  /** Runs each step once, the last added first. Logs a step that fails and continues with the others. */
  run(): Promise<void>;
}

export function createTeardown(logger: Logger): Teardown {
  const steps: { name: string; end: () => void | Promise<void> }[] = [];
  return {
    add(name, end) {
      steps.push({ name, end });
    },
    async run() {
      for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
        try {
          await step.end();
        } catch (error) {
          logger.error({ step: step.name, error: errorMessage(error) }, 'shutdown step failed');
        }
      }
    },
  };
}
