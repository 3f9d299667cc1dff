import { systemClock } from '../../shared/clock.ts';
import { AppError } from '../../shared/errors.ts';
import { createTeardown } from '../../shared/tasks/teardown.ts';
import type { Config } from '../config/config.ts';
import { startProcess, type ProcessDeps, type RunningApp } from './process.ts';

/** `ProcessDeps` documents the defaults. */
export type AppDeps = Pick<ProcessDeps, 'commandSet' | 'createEmbeddedService' | 'logger'> &
  Partial<ProcessDeps>;

/** The whole bot. */
export interface App {
  /** Resolves when the bot is ready. If a part fails to start, stops the others and throws. */
  start(): Promise<RunningApp>;
  /**
   * Waits up to 8 s for work in progress, then stops everything. The next start resumes the rest.
   * A start in progress is aborted and throws.
   */
  stop(): Promise<void>;
  /** Resolves if Discord ends the session permanently. */
  readonly ended: Promise<AppError>;
}

class StartAbortedError extends AppError {
  readonly code = 'app_start_aborted';

  constructor() {
    super('The bot was stopped during its start.');
  }
}

/** The composition root: creates every part with its dependencies. */
export function createApp(config: Config, deps: AppDeps): App {
  const teardown = createTeardown(deps.logger);
  let end: (error: AppError) => void;
  const ended = new Promise<AppError>((resolve) => {
    end = resolve;
  });
  let started: Promise<RunningApp> | null = null;
  let abortStart: (error: AppError) => void;
  const aborted = new Promise<never>((_resolve, reject) => {
    abortStart = reject;
  });
  // After the start nobody awaits it, so its rejection would be unhandled.
  aborted.catch(() => undefined);

  async function start(): Promise<RunningApp> {
    const process = { clock: systemClock, random: Math.random, ...deps };
    try {
      return await startProcess(config, process, {
        teardown,
        aborted,
        onEnded: (error) => end(error),
      });
    } catch (error) {
      await teardown.run();
      throw error;
    }
  }

  return {
    ended,
    start: () => (started = start()),
    async stop() {
      abortStart(new StartAbortedError());
      await started?.catch(() => undefined);
      await teardown.run();
    },
  };
}
