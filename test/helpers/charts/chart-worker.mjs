import { tsImport } from 'tsx/esm/api';

/* Runs the chart worker from source: Node 20 cannot load TypeScript in a thread by itself. */

await tsImport('../../../src/bot/charts/worker.ts', import.meta.url);
