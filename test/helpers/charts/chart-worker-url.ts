import { pathToFileURL } from 'node:url';
import { bundleOf } from '../processes/bundle-scripts.ts';

/** Lets `createCharts` draw in a test's bundle, without a build. */
export const CHART_WORKER_URL = pathToFileURL(bundleOf('src/bot/charts/worker.ts'));
