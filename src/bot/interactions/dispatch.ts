import { Events, type Client, type Interaction } from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { createRunning } from './cancel.ts';
import type { AnyComponent, Command } from './command.ts';
import type { InteractionEvent } from './interaction-event.ts';
import type { Explain } from './report-failure.ts';
import { createRoutes } from './routes.ts';

/** How long aborted interactions may take to say so before the bot stops. */
const STOP_WITHIN_MS = 1500;

export interface DispatchDeps<Deps> {
  readonly client: Client;
  readonly commands: readonly Command<Deps>[];
  readonly components: readonly AnyComponent<Deps>[];
  /** Passed to handlers. */
  readonly deps: Deps;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly explain: Explain;
  /** Called with the outcome of each interaction. Must be cheap. */
  readonly observe: (event: InteractionEvent) => void;
}

/** Receives interactions, runs their handlers and answers. */
export interface Dispatch {
  start(): void;
  /** Accepts no more, aborts running interactions and tells the people waiting for them. */
  stop(): Promise<void>;
}

/** Throws if two commands or two components share a name. */
export function createDispatch<Deps>(options: DispatchDeps<Deps>): Dispatch {
  const { client, clock, logger } = options;
  const running = createRunning();
  const routes = createRoutes({ ...options, running });
  const inProgress = new Set<Promise<void>>();

  /** An exception in here would end the process. */
  async function handle(interaction: Interaction): Promise<void> {
    try {
      await routes.handle(interaction);
    } catch (error) {
      const { id, type } = interaction;
      logger.error({ interactionId: id, type, reason: errorMessage(error) }, 'dispatch failed');
    }
  }

  function take(interaction: Interaction): void {
    const handling = handle(interaction).finally(() => inProgress.delete(handling));
    inProgress.add(handling);
  }

  return {
    start: () => void client.on(Events.InteractionCreate, take),
    async stop() {
      client.off(Events.InteractionCreate, take);
      running.abortAll();
      const settled = new AbortController();
      const finished = Promise.all(inProgress).then(() => settled.abort());
      await Promise.race([finished, sleep(clock, STOP_WITHIN_MS, settled.signal)]);
    },
  };
}
