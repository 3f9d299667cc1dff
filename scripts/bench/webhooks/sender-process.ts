import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { KEYWORD_ALERT } from '../../../src/service-api/schemas/addons.ts';
import { timeHmac, WEBHOOK_SENDER } from '../../../src/service-api/schemas/events.ts';

/* Sends keyword events at a steady rate, regardless of how long the responses take. */

export interface SendRequest {
  webhook: string;
  secret: string;
  events: number;
  perSecond: number;
}

export interface SendResult {
  /** Number of responses with status 200. */
  accepted: number;
  /** Milliseconds from when an event was due until its response, one value per event. */
  responseMs: number[];
}

const CONNECTIONS = 32;

let serial = 0;
function eventBody(secret: string): string {
  serial += 1;
  const id = String(1_000_000_000_000_000_000n + BigInt(serial));
  const time = Date.now();
  return JSON.stringify({
    sender: WEBHOOK_SENDER,
    addon: KEYWORD_ALERT,
    payload: {
      keywordDetected: 'spoon',
      metadata: { guildId: '1', channelId: '2', messageId: id, authorId: '3', authorName: 'Ann' },
      fullText: `message ${serial}: there is no spoon, and there never was one in any of the drawers here`,
    },
    time,
    hmac: timeHmac(secret, time),
  });
}

async function send({ webhook, secret, events, perSecond }: SendRequest): Promise<SendResult> {
  const { origin, pathname: path } = new URL(webhook);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { 'content-type': 'application/json' };
  const responseMs: number[] = [];
  let accepted = 0;

  async function sendEvent(dueMs: number): Promise<void> {
    const body = eventBody(secret);
    const response = await pool.request({ method: 'POST', path, headers, body });
    await response.body.dump();
    responseMs.push(performance.now() - dueMs);
    if (response.statusCode === 200) accepted += 1;
  }

  const startedMs = performance.now();
  const pending: Promise<void>[] = [];
  while (pending.length < events) {
    const dueMs = startedMs + (pending.length * 1000) / perSecond;
    if (dueMs <= performance.now()) pending.push(sendEvent(dueMs));
    else await wait(1);
  }
  await Promise.all(pending);
  await pool.close();
  return { accepted, responseMs };
}

// The parent is a module of this folder and shares the type.
process.on('message', (request: SendRequest) => {
  void send(request).then((result) => process.send?.(result));
});
process.once('SIGTERM', () => process.exit(0));
process.send?.('ready');
