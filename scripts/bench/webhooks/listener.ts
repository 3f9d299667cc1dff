import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child-process.ts';
import type { ListenerUsage } from './listener-process.ts';
import type { SendRequest, SendResult } from './sender-process.ts';
import { percentile } from '../statistics.ts';

const PER_SECOND = 500;
const SECONDS = 60;
const WARM_UP_SECONDS = 3;
const SECRET = 'bench';

export interface ListenerResult {
  events: number;
  perSecond: number;
  /** Number of events answered with another status than 200. */
  refused: number;
  /** Number of events that were accepted with 200 but are not in the inbox. */
  lost: number;
  /** Time from when an event was due until its response. */
  p50Ms: number;
  p99Ms: number;
  lagP99Ms: number;
  lagMaxMs: number;
  /** The listener process's user and system time per event. */
  cpuMicros: number;
}

/** Sends 500 signed keyword events a second, each of which is stored in a database file before its response. */
export async function benchListener(): Promise<ListenerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-bench-'));
  const listener = await startChild<object, string, ListenerUsage>('webhooks/listener-process', {
    LISTENER_STATE: `sqlite:${join(folder, 'state.sqlite')}`,
    LISTENER_SECRET: SECRET,
  });
  const sender = await startChild<SendRequest, string, SendResult>('webhooks/sender-process');
  try {
    const send = (seconds: number): Promise<SendResult> =>
      sender.send({
        webhook: listener.ready,
        secret: SECRET,
        events: PER_SECOND * seconds,
        perSecond: PER_SECOND,
      });
    await send(WARM_UP_SECONDS);
    const before = await listener.send({});
    const { accepted, responseMs } = await send(SECONDS);
    const after = await listener.send({});
    const events = PER_SECOND * SECONDS;
    return {
      events,
      perSecond: PER_SECOND,
      refused: events - accepted,
      lost: accepted - (after.stored - before.stored),
      p50Ms: percentile(responseMs, 0.5),
      p99Ms: percentile(responseMs, 0.99),
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
