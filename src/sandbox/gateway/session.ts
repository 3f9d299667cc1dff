import { GatewayOpcodes } from 'discord-api-types/v10';

import type { Actor } from '../world/types.ts';
import type { Audience, Subscriber } from './audience.ts';
import type { Recipient } from './event-body.ts';
import { createReplayLog } from './replay-log.ts';
import type { SocketTransport } from './socket-transport.ts';

/** A gateway session. It outlives its connection, so that a disconnected client can resume. */
export interface Session {
  readonly id: string;
  readonly actor: Actor;
  readonly subscriber: Subscriber;
  readonly audience: Audience;
  readonly recipient: Recipient;
  readonly lastSequence: number;
  readonly isConnected: boolean;
  /** Sends the next event, and keeps it for a resume. `body` is JSON. */
  dispatch(type: string, body: string): void;
  /** Terminates the old connection, if there is one: a client may resume while it is still open. */
  attach(transport: SocketTransport): void;
  /** Returns false and does nothing when another connection has taken over the session. */
  detach(transport: SocketTransport): boolean;
  close(code: number, reason: string): void;
  /** False when an event after `sequence` has left the log. */
  canReplay(sequence: number): boolean;
  replay(sequence: number): void;
}

export interface SessionOptions {
  readonly id: string;
  readonly actor: Actor;
  readonly subscriber: Subscriber;
  readonly audience: Audience;
  readonly seesContent: boolean;
  /** Events kept for a resume. */
  readonly replayLimit: number;
}

export function createSession(options: SessionOptions): Session {
  const { id, actor, subscriber, audience } = options;
  const log = createReplayLog(options.replayLimit);
  let transport: SocketTransport | null = null;
  return {
    id,
    actor,
    subscriber,
    audience,
    recipient: { userId: subscriber.userId, seesContent: options.seesContent },
    get lastSequence() {
      return log.lastSequence;
    },
    get isConnected() {
      return transport !== null;
    },
    dispatch(type, body) {
      const sequence = log.lastSequence + 1;
      const frame = `{"t":"${type}","s":${sequence},"op":${GatewayOpcodes.Dispatch},"d":${body}}`;
      log.add(frame);
      transport?.send(frame);
    },
    attach(newTransport) {
      transport?.terminate();
      transport = newTransport;
    },
    detach(oldTransport) {
      if (transport !== oldTransport) return false;
      transport = null;
      return true;
    },
    close(code, reason) {
      transport?.close(code, reason);
      transport = null;
    },
    canReplay: (sequence) => log.since(sequence) !== null,
    replay(sequence) {
      for (const frame of log.since(sequence) ?? []) transport?.send(frame);
    },
  };
}
