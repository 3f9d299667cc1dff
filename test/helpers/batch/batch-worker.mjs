import { tsImport } from 'tsx/esm/api';

/* Runs the batch worker from source: Node 20 cannot load TypeScript in a thread by itself. */

await tsImport('../../../src/service/batch/worker.ts', import.meta.url);
