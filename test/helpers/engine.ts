import { createTrainedEngine } from '../../src/service/engine/trained-engine.ts';

/**
 * One engine for all test files of a worker: it keeps no state between texts, and reading its weights takes half a second.
 */
export const engine = createTrainedEngine();
