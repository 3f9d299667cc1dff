import { messageOf } from './errors.ts';
import type { Logger } from './logger.ts';

/** What has been started, so that it can be ended in the opposite order. */
export interface Teardown {
  add(name: string, end: () => void | Promise<void>): void;
  /** Ends everything once, the last started first. A step that fails is logged and does not stop the others. */
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
          logger.error(
            { step: step.name, problem: messageOf(error) },
            'a part did not end cleanly',
          );
        }
      }
    },
  };
}
