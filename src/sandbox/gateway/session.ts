import { GatewayOpcodes } from 'discord-api-types/v10';

import type { Actor } from '../world/types.ts';
import type { Audience, Listener } from './audience.ts';
import type { Reader } from './event-body.ts';
import { createReplayLog } from './replay-log.ts';
import type { Transport } from './transport.ts';

/** A client's subscription. It outlives its connection, so that a dropped client can resume. */
export interface Session {
  readonly id: string;
  readonly actor: Actor;
  readonly listener: Listener;
  readonly audience: Audience;
  readonly reader: Reader;
  readonly lastSequence: number;
  /** Sends the next event, or keeps it for the client that may come back. `body` is JSON. */
  dispatch(type: string, body: string): void;
  /** A client that resumes while its old connection still stands takes the session over. */
  attach(transport: Transport): void;
  /** False, and nothing done, when the session meanwhile belongs to another connection. */
  detach(transport: Transport): boolean;
  /** Whether everything after `sequence` is still kept. */
  canReplay(sequence: number): boolean;
  /** Sends what the client missed after `sequence`. */
  replay(sequence: number): void;
}

export interface SessionOptions {
  readonly id: string;
  readonly actor: Actor;
  readonly listener: Listener;
  readonly audience: Audience;
  readonly seesContent: boolean;
  /** How many of the last events are kept. */
  readonly replayLimit: number;
}

export function createSession(options: SessionOptions): Session {
  const { id, actor, listener, audience } = options;
  const log = createReplayLog(options.replayLimit);
  let transport: Transport | null = null;
  return {
    id,
    actor,
    listener,
    audience,
    reader: { userId: listener.userId, seesContent: options.seesContent },
    get lastSequence() {
      return log.lastSequence;
    },
    dispatch(type, body) {
      const sequence = log.lastSequence + 1;
      const frame = `{"t":"${type}","s":${sequence},"op":${GatewayOpcodes.Dispatch},"d":${body}}`;
      log.add(frame);
      transport?.send(frame);
    },
    attach(newTransport) {
      transport?.cut();
      transport = newTransport;
    },
    detach(oldTransport) {
      if (transport !== oldTransport) return false;
      transport = null;
      return true;
    },
    canReplay: (sequence) => log.since(sequence) !== null,
    replay(sequence) {
      for (const frame of log.since(sequence) ?? []) transport?.send(frame);
    },
  };
}
