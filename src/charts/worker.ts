import { parentPort } from 'node:worker_threads';
import { messageOf } from '../lib/errors.ts';
import { toPng } from './png.ts';
import { toSvg } from './svg.ts';
import type { Drawn, ToDraw } from './wire.ts';

/* Draws one chart after the other, apart from the thread the bot runs in. */

function draw({ id, chart }: ToDraw): Drawn {
  try {
    return { id, png: toPng(toSvg(chart)) };
  } catch (error) {
    return { id, problem: messageOf(error) };
  }
}

// Only `charts.ts` starts it, as a worker, and posts what `wire.ts` says.
parentPort?.on('message', (toDraw: ToDraw) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
  parentPort?.postMessage(draw(toDraw));
});
