import { GatewayCloseCodes, GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';

import type { Clock } from '../../lib/clock.ts';
import {
  parseClientPayload,
  type ClientPayload,
  type Identify,
  type RequestGuildMembers,
  type Resume,
} from './client-payloads.ts';
import type { Session } from './session.ts';
import type { Transport } from './transport.ts';

/** Discord's own figure. */
export const HEARTBEAT_INTERVAL_MS = 41_250;
/** A client that is this late has lost its connection. */
const HEARTBEAT_TOLERANCE_MS = 20_000;
/** Clients may send 120 payloads a minute. */
const RATE_LIMIT = 120;
const RATE_LIMIT_WINDOW_MS = 60_000;

export type SessionAnswer =
  | { readonly kind: 'session'; readonly session: Session }
  /** Opcode 9: identify anew. */
  | { readonly kind: 'invalid' }
  | { readonly kind: 'close'; readonly code: GatewayCloseCodes; readonly reason: string };

/** What a connection needs of the gateway. */
export interface SessionDesk {
  identify(request: Identify): SessionAnswer;
  /** Called with the state of the session before the replay. */
  resume(request: Resume): SessionAnswer;
  /** Sends READY and the guilds. */
  welcome(session: Session): void;
  requestMembers(session: Session, request: RequestGuildMembers): void;
  /** The session has no connection any more; `ended`: nobody means to come back for it. */
  left(session: Session, ended: boolean): void;
}

export interface Connection {
  receive(text: string): void;
  closed(code: number): void;
  /** Opcode 7. */
  askToReconnect(): void;
  /** Opcode 9. The client may resume on this same connection when `resumable`. */
  invalidate(resumable: boolean): void;
}

interface ConnectionOptions {
  readonly transport: Transport;
  readonly desk: SessionDesk;
  readonly clock: Clock;
}

/** The gateway's side of one connection: hello, identify or resume, then heartbeats and requests. */
export function createConnection({ transport, desk, clock }: ConnectionOptions): Connection {
  let session: Session | null = null;
  let sent = { count: 0, windowEndsMs: clock.now() + RATE_LIMIT_WINDOW_MS };
  let isClosing = false;
  let cancelWatch = watchHeartbeat();

  function watchHeartbeat(): () => void {
    return clock.after(HEARTBEAT_INTERVAL_MS + HEARTBEAT_TOLERANCE_MS, () => {
      close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.');
    });
  }

  function close(code: GatewayCloseCodes, reason: string): void {
    isClosing = true;
    transport.close(code, reason);
  }

  function leave(ended: boolean): void {
    if (session?.detach(transport) === true) desk.left(session, ended);
    session = null;
  }

  function send(op: GatewayOpcodes, d: unknown): void {
    transport.send(JSON.stringify({ t: null, s: null, op, d }));
  }

  function isTooFast(): boolean {
    const nowMs = clock.now();
    if (nowMs >= sent.windowEndsMs) {
      sent = { count: 0, windowEndsMs: nowMs + RATE_LIMIT_WINDOW_MS };
    }
    sent.count += 1;
    return sent.count > RATE_LIMIT;
  }

  /** Makes the answer's session this connection's, or tells the client why not. */
  function admit(answer: SessionAnswer, start: (session: Session) => void): void {
    switch (answer.kind) {
      case 'close':
        close(answer.code, answer.reason);
        return;
      case 'invalid':
        send(GatewayOpcodes.InvalidSession, false);
        return;
      case 'session':
        session = answer.session;
        session.attach(transport);
        start(session);
    }
  }

  function resume(request: Resume): void {
    admit(desk.resume(request), (resumed) => {
      resumed.replay(request.seq);
      resumed.dispatch(GatewayDispatchEvents.Resumed, '{}');
    });
  }

  function authenticate(payload: ClientPayload): void {
    if (payload.op === GatewayOpcodes.Identify) {
      admit(desk.identify(payload.d), (opened) => desk.welcome(opened));
    } else if (payload.op === GatewayOpcodes.Resume) {
      resume(payload.d);
    } else {
      close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
    }
  }

  function handle(payload: ClientPayload): void {
    if (payload.op === GatewayOpcodes.Heartbeat) {
      cancelWatch();
      cancelWatch = watchHeartbeat();
      send(GatewayOpcodes.HeartbeatAck, null);
      return;
    }
    if (session === null) {
      authenticate(payload);
      return;
    }
    switch (payload.op) {
      case GatewayOpcodes.Identify:
      case GatewayOpcodes.Resume:
        close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
        return;
      case GatewayOpcodes.RequestGuildMembers:
        desk.requestMembers(session, payload.d);
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestSoundboardSounds:
      case GatewayOpcodes.RequestChannelInfo:
        // Accepted; there are no presences, voice or sounds here.
        return;
    }
  }

  send(GatewayOpcodes.Hello, { heartbeat_interval: HEARTBEAT_INTERVAL_MS });

  return {
    receive(text) {
      if (isClosing) return;
      if (isTooFast()) {
        close(GatewayCloseCodes.RateLimited, 'You are being rate limited.');
        return;
      }
      const parsed = parseClientPayload(text);
      switch (parsed.kind) {
        case 'undecodable':
          close(GatewayCloseCodes.DecodeError, 'Error while decoding payload.');
          return;
        case 'unknown':
          close(GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.');
          return;
        case 'payload':
          handle(parsed.payload);
      }
    },
    closed(code) {
      cancelWatch();
      // With 1000 and 1001 the client says that it will not resume.
      leave(code === 1000 || code === 1001);
    },
    askToReconnect: () => send(GatewayOpcodes.Reconnect, null),
    invalidate(resumable) {
      leave(!resumable);
      send(GatewayOpcodes.InvalidSession, resumable);
    },
  };
}
