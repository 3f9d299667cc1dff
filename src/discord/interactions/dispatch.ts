import { Events, type Client, type Interaction } from 'discord.js';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { createRunning } from './cancel.ts';
import type { Command, Component } from './command.ts';
import type { InteractionEvent } from './observed.ts';
import { createRoutes } from './routes.ts';

/** A stop waits so long for work that was given up to say so. */
const STOP_WITHIN_MS = 1500;

export interface DispatchDeps<Deps> {
  readonly client: Client;
  readonly commands: readonly Command<Deps>[];
  readonly components: readonly Component<Deps>[];
  /** What handlers get. */
  readonly deps: Deps;
  readonly clock: Clock;
  readonly logger: Logger;
  /** A failure as a sentence for who asked; null for one of ours. */
  readonly explain: (error: unknown) => string | null;
  /** Hears what became of each interaction. Must be cheap. */
  readonly observe: (event: InteractionEvent) => void;
}

/** Hands interactions to commands and components, and answers them. */
export interface Dispatch {
  start(): void;
  /** Takes no more, gives up what is under way and tells who waits for it. */
  stop(): Promise<void>;
}

/** Throws where two commands or components have one name. */
export function createDispatch<Deps>(options: DispatchDeps<Deps>): Dispatch {
  const { client, clock, logger } = options;
  const running = createRunning();
  const routes = createRoutes({ ...options, running });
  const underWay = new Set<Promise<void>>();

  /** Discord.js would end the process for what is thrown in here. */
  async function handle(interaction: Interaction): Promise<void> {
    try {
      await routes.handle(interaction);
    } catch (error) {
      const { id, type } = interaction;
      logger.error({ interactionId: id, type, reason: messageOf(error) }, 'the dispatch failed');
    }
  }

  function take(interaction: Interaction): void {
    const handling = handle(interaction).finally(() => underWay.delete(handling));
    underWay.add(handling);
  }

  return {
    start: () => void client.on(Events.InteractionCreate, take),
    async stop() {
      client.off(Events.InteractionCreate, take);
      running.giveAllUp();
      const all = new AbortController();
      const ended = Promise.all(underWay).then(() => all.abort());
      await Promise.race([ended, sleep(clock, STOP_WITHIN_MS, all.signal)]);
    },
  };
}
