import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { KEYWORD_ALERT } from '../../src/protocol/addons.ts';
import { timeHmac, WEBHOOK_SENDER } from '../../src/protocol/events.ts';

/* Sends keyword events at a steady pace, however long the answers take. */

export interface Send {
  webhook: string;
  secret: string;
  events: number;
  perSecond: number;
}

export interface Sent {
  /** Answers 200. */
  accepted: number;
  /** From the moment an event was due to its answer, a value an event. */
  answeredMs: number[];
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

async function send({ webhook, secret, events, perSecond }: Send): Promise<Sent> {
  const { origin, pathname: path } = new URL(webhook);
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const headers = { 'content-type': 'application/json' };
  const answeredMs: number[] = [];
  let accepted = 0;

  async function one(dueMs: number): Promise<void> {
    const body = eventBody(secret);
    const answer = await pool.request({ method: 'POST', path, headers, body });
    await answer.body.dump();
    answeredMs.push(performance.now() - dueMs);
    if (answer.statusCode === 200) accepted += 1;
  }

  const startedMs = performance.now();
  const underWay: Promise<void>[] = [];
  while (underWay.length < events) {
    const dueMs = startedMs + (underWay.length * 1000) / perSecond;
    if (dueMs <= performance.now()) underWay.push(one(dueMs));
    else await wait(1);
  }
  await Promise.all(underWay);
  await pool.close();
  return { accepted, answeredMs };
}

// The parent is this folder's own module, and shares the type.
process.on('message', (request: Send) => void send(request).then((sent) => process.send?.(sent)));
process.once('SIGTERM', () => process.exit(0));
process.send?.('ready');
