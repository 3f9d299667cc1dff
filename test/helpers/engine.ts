import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';

/** One for all files of a worker: an engine keeps no state between texts, and reading its weights takes half a second. */
export const engine = createTrainedEngine();
