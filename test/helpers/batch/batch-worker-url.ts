/** Lets the service answer batches from source, without a build. */
export const BATCH_WORKER_URL = new URL('batch-worker.mjs', import.meta.url);
