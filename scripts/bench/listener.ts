import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';
import type { ListenerUsage } from './listener-process.ts';
import type { Send, Sent } from './listener-sender.ts';
import { percentile } from './statistics.ts';

const PER_SECOND = 500;
const SECONDS = 60;
const WARM_UP_SECONDS = 3;
const SECRET = 'bench';

export interface ListenerResult {
  events: number;
  perSecond: number;
  /** Events not answered 200. */
  refused: number;
  /** Events answered 200 that are not in the inbox. */
  lost: number;
  /** From the moment an event was due to its answer. */
  p50Ms: number;
  p99Ms: number;
  lagP99Ms: number;
  lagMaxMs: number;
  /** User and system time of the listener's process, an event. */
  cpuMicros: number;
}

/** A steady 500 signed keyword events a second, each stored in a database of its own file before it is answered. */
export async function benchListener(): Promise<ListenerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const listener = await startChild<object, string, ListenerUsage>('listener-process.js', {
    LISTENER_STATE: `sqlite:${join(folder, 'state.sqlite')}`,
    LISTENER_SECRET: SECRET,
  });
  const sender = await startChild<Send, string, Sent>('listener-sender.js');
  try {
    const send = (seconds: number): Promise<Sent> =>
      sender.ask({
        webhook: listener.hello,
        secret: SECRET,
        events: PER_SECOND * seconds,
        perSecond: PER_SECOND,
      });
    await send(WARM_UP_SECONDS);
    const before = await listener.ask({});
    const { accepted, answeredMs } = await send(SECONDS);
    const after = await listener.ask({});
    const events = PER_SECOND * SECONDS;
    return {
      events,
      perSecond: PER_SECOND,
      refused: events - accepted,
      lost: accepted - (after.stored - before.stored),
      p50Ms: percentile(answeredMs, 0.5),
      p99Ms: percentile(answeredMs, 0.99),
      lagP99Ms: after.lagP99Ms,
      lagMaxMs: after.lagMaxMs,
      cpuMicros: (after.cpuMicros - before.cpuMicros) / events,
    };
  } finally {
    await sender.stop();
    await listener.stop();
    rmSync(folder, { recursive: true });
  }
}
