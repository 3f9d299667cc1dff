import type { CreateEmbeddedService } from '../service-api/embedded-service.ts';
import type { Engine } from './engine/engine.ts';
import { createTrainedEngine } from './engine/trained-engine.ts';
import { createService } from './service.ts';

/** A single engine for the process: it keeps no state between texts, and takes half a second to load. */
let engine: Engine | undefined;

/** The service with its own engine, for a bot in the same process. */
export const createEmbeddedService: CreateEmbeddedService = (options) => {
  engine ??= createTrainedEngine();
  return createService({ ...options, engine });
};
