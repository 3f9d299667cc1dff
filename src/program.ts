import { commandSet } from '../commands/index.ts';
import type { AppDeps } from './bot/composition/app.ts';
import { createEmbeddedService } from './service/embedded.ts';

/** The parts that the bot does not know about: the commands, and the service that runs in its process. */
export const program = { commandSet, createEmbeddedService } satisfies Partial<AppDeps>;
