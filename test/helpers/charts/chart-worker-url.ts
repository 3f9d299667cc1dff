/** Lets `createCharts` draw from source, without a build. */
export const CHART_WORKER_URL = new URL('chart-worker.mjs', import.meta.url);
