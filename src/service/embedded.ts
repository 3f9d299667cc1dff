import type { CreateEmbeddedService } from '../service-api/embedded-service.ts';
import { createTrainedEngine } from './engine/trained-engine.ts';
import { createService } from './service.ts';

/** The service with its own engine, for a bot in the same process. */
export const createEmbeddedService: CreateEmbeddedService = (options) =>
  createService({ ...options, engine: createTrainedEngine() });
