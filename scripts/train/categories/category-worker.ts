import { parentPort, workerData } from 'node:worker_threads';
import type { Weights } from '../../../src/service/engine/model/weights.ts';
import type { Example } from '../data/example.ts';
import { trainCategoryModels } from './train-models.ts';

/** The input of a worker thread, which trains the category models and returns them. */
export interface CategoryTask {
  base: Weights;
  texts: readonly Example[];
}

// `train-in-worker.ts` starts this worker, always with this data.
const { base, texts } = workerData as CategoryTask;
parentPort?.postMessage(
  trainCategoryModels(base, texts, () => {}),
  [],
);
