import { pathToFileURL } from 'node:url';
import { bundleOf } from '../processes/bundle-scripts.ts';

/** Lets `createPictureDecoder` decode in a test's bundle, without a build. */
export const PICTURE_WORKER_URL = pathToFileURL(bundleOf('src/bot/pictures/worker.ts'));
