import { constants, createInflate } from 'node:zlib';

import { GatewayOpcodes } from 'discord-api-types/v10';
import { WebSocket } from 'ws';

export interface Frame {
  readonly op: GatewayOpcodes;
  readonly t: string | null;
  readonly s: number | null;
  // Tests assert on single fields, so payloads stay untyped.
  readonly d: Record<string, unknown>;
}

/** A minimal gateway client that sends nothing by itself. */
export interface RawClient {
  /** Everything received so far. */
  readonly frames: readonly Frame[];
  /** The first frame that matches, whether already received or still to come. */
  until(matches: (frame: Frame) => boolean): Promise<Frame>;
  /** Like `until`, for an event; `nth` counts from 1. */
  event(type: string, nth?: number): Promise<Frame>;
  /** The types of the events received so far. */
  events(): string[];
  send(op: GatewayOpcodes, d: unknown): void;
  sendText(text: string): void;
  sendBinary(data: Buffer): void;
  identify(token: string, more?: object): void;
  /** Resolves once the gateway has handled everything sent before: it sends a heartbeat and waits for its ack. */
  settle(): Promise<void>;
  close(code: number): void;
  readonly closed: Promise<number>;
}

/** The data of the frame that ends a session or refuses one. */
export async function invalidSession(client: RawClient): Promise<unknown> {
  return (await client.until(({ op }) => op === GatewayOpcodes.InvalidSession)).d;
}

export function connectRaw(url: string): RawClient {
  const socket = new WebSocket(url);
  const frames: Frame[] = [];
  let wakers: (() => void)[] = [];

  function take(text: string): void {
    frames.push(JSON.parse(text) as Frame);
    const waking = wakers;
    wakers = [];
    for (const wake of waking) wake();
  }

  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  let inflated = '';
  inflate.on('data', (chunk: Buffer) => {
    inflated += chunk.toString('utf8');
  });

  socket.on('message', (data: Buffer, isBinary) => {
    if (!isBinary) return take(data.toString('utf8'));
    inflate.write(data, () => {
      const text = inflated;
      inflated = '';
      take(text);
    });
  });
  const opened = new Promise<void>((resolve) => socket.once('open', () => resolve()));
  const closed = new Promise<number>((resolve, reject) => {
    socket.once('close', (code) => resolve(code));
    socket.once('error', reject);
  });
  // Tests that don't await `closed` don't care how the connection ended.
  closed.catch(() => undefined);

  async function until(matches: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const match = frames.find(matches);
      if (match !== undefined) return match;
      await new Promise<void>((resolve) => wakers.push(resolve));
    }
  }

  const acks = (): number => frames.filter(({ op }) => op === GatewayOpcodes.HeartbeatAck).length;
  const sendText = (text: string): void => void opened.then(() => socket.send(text));
  const send = (op: GatewayOpcodes, d: unknown): void => sendText(JSON.stringify({ op, d }));

  return {
    frames,
    until,
    event(type, nth = 1) {
      return until((frame) => {
        const earlier = frames.slice(0, frames.indexOf(frame) + 1);
        return frame.t === type && earlier.filter(({ t }) => t === type).length === nth;
      });
    },
    events: () => frames.flatMap(({ t }) => t ?? []),
    send,
    sendText,
    sendBinary: (data) => void opened.then(() => socket.send(data)),
    identify: (token, more = {}) =>
      send(GatewayOpcodes.Identify, { token, properties: {}, ...more }),
    async settle() {
      const before = acks();
      send(GatewayOpcodes.Heartbeat, null);
      await until(() => acks() > before);
    },
    close: (code) => void opened.then(() => socket.close(code)),
    closed,
  };
}
