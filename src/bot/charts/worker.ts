import { parentPort } from 'node:worker_threads';
import { errorMessage } from '../../shared/errors.ts';
import { toPng } from './png.ts';
import { toSvg } from './svg.ts';
import type { DrawRequest, DrawResult } from './worker-messages.ts';

/* Draws one chart at a time in its own thread, so that drawing does not block the bot. */

function draw({ id, chart }: DrawRequest): DrawResult {
  try {
    return { id, png: toPng(toSvg(chart)) };
  } catch (error) {
    return { id, problem: errorMessage(error) };
  }
}

parentPort?.on('message', (request: DrawRequest) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the rule is for windows; this is a thread
  parentPort?.postMessage(draw(request));
});
