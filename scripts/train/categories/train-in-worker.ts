import { Worker } from 'node:worker_threads';
import type { CategoryTask } from './category-worker.ts';
import type { CategoryModels } from './train-models.ts';

const WORKER_URL = new URL('./category-worker.js', import.meta.url);

/** Trains both category models in a separate thread. */
export function trainInWorker(task: CategoryTask): Promise<CategoryModels> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(WORKER_URL, { workerData: task });
    worker.on('message', resolve);
    worker.on('error', reject);
  });
}
