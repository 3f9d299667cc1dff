import { GatewayCloseCodes, GatewayDispatchEvents, GatewayOpcodes } from 'discord-api-types/v10';

import type { Clock } from '../../shared/clock.ts';
import {
  parseClientPayload,
  type ClientPayload,
  type Identify,
  type RequestGuildMembers,
  type Resume,
} from './client-payloads.ts';
import type { Session } from './session.ts';
import type { SocketTransport } from './socket-transport.ts';

export const HEARTBEAT_INTERVAL_MS = 41_250;
/** A client whose heartbeat is later than this is disconnected. */
const HEARTBEAT_TOLERANCE_MS = 20_000;
/** Payloads a client may send per window. */
const RATE_LIMIT = 120;
const RATE_LIMIT_WINDOW_MS = 60_000;
/**
 * Discord answers an identify above the limit “after a few seconds” (discord-api-docs #1328). Some clients identify again as soon
 * as they get the answer.
 */
const TOO_EARLY_ANSWER_MS = 2000;

export type IdentifyResult =
  | { readonly kind: 'session'; readonly session: Session }
  /** Opcode 9, sent after a delay: the client may then identify again. */
  | { readonly kind: 'too early' }
  | { readonly kind: 'close'; readonly code: GatewayCloseCodes; readonly reason: string };

export type SessionResult =
  | IdentifyResult
  /** Opcode 9: the client must identify again. */
  | { readonly kind: 'invalid' };

export interface SessionManager {
  identify(request: Identify): IdentifyResult;
  /** Finds the session; the connection then replays the missed events. */
  resume(request: Resume): SessionResult;
  /** Sends READY, then a GUILD_CREATE per guild. */
  welcome(session: Session): void;
  requestMembers(session: Session, request: RequestGuildMembers): void;
  /** The session lost its connection. `ended`: it can't be resumed. */
  disconnected(session: Session, ended: boolean): void;
}

export interface Connection {
  receive(text: string): void;
  closed(code: number): void;
  requestReconnect(): void;
  /** Sends opcode 9. If `resumable`, the client may resume on the same connection. */
  invalidate(resumable: boolean): void;
}

interface ConnectionOptions {
  readonly transport: SocketTransport;
  readonly sessions: SessionManager;
  readonly clock: Clock;
}

const UNREADABLE = {
  undecodable: [GatewayCloseCodes.DecodeError, 'Error while decoding payload.'],
  unknown: [GatewayCloseCodes.UnknownOpcode, 'Unknown opcode.'],
} as const;

/** The server side of one gateway connection: hello, identify or resume, then heartbeats and requests. */
export function createConnection({ transport, sessions, clock }: ConnectionOptions): Connection {
  let session: Session | null = null;
  const isTooFast = createRateLimit(clock);
  let isClosing = false;
  let cancelAnswer = (): void => undefined;
  let cancelHeartbeatTimeout = startHeartbeatTimeout();

  function startHeartbeatTimeout(): () => void {
    return clock.after(HEARTBEAT_INTERVAL_MS + HEARTBEAT_TOLERANCE_MS, () => {
      close(GatewayCloseCodes.SessionTimedOut, 'Session timed out.');
    });
  }

  function close(code: GatewayCloseCodes, reason: string): void {
    isClosing = true;
    transport.close(code, reason);
  }

  function leave(ended: boolean): void {
    if (session?.detach(transport) === true) sessions.disconnected(session, ended);
    session = null;
  }

  function send(op: GatewayOpcodes, d: unknown): void {
    transport.send(JSON.stringify({ t: null, s: null, op, d }));
  }

  const sendInvalid = (): void => send(GatewayOpcodes.InvalidSession, false);

  /** Attaches the session to this connection, or tells the client why it can't. */
  function attachSession(result: SessionResult, start: (session: Session) => void): void {
    switch (result.kind) {
      case 'close':
        close(result.code, result.reason);
        return;
      case 'invalid':
        sendInvalid();
        return;
      case 'too early':
        cancelAnswer();
        cancelAnswer = clock.after(TOO_EARLY_ANSWER_MS, sendInvalid);
        return;
      case 'session':
        cancelAnswer();
        session = result.session;
        session.attach(transport);
        start(session);
    }
  }

  function authenticate(payload: ClientPayload): void {
    if (payload.op === GatewayOpcodes.Identify) {
      attachSession(sessions.identify(payload.d), (opened) => sessions.welcome(opened));
    } else if (payload.op === GatewayOpcodes.Resume) {
      const { seq } = payload.d;
      attachSession(sessions.resume(payload.d), (resumed) => {
        resumed.replay(seq);
        resumed.dispatch(GatewayDispatchEvents.Resumed, '{}');
      });
    } else {
      close(GatewayCloseCodes.NotAuthenticated, 'Not authenticated.');
    }
  }

  function handle(payload: ClientPayload): void {
    if (payload.op === GatewayOpcodes.Heartbeat) {
      cancelHeartbeatTimeout();
      cancelHeartbeatTimeout = startHeartbeatTimeout();
      send(GatewayOpcodes.HeartbeatAck, null);
      return;
    }
    if (session === null) return authenticate(payload);
    switch (payload.op) {
      case GatewayOpcodes.Identify:
      case GatewayOpcodes.Resume:
        close(GatewayCloseCodes.AlreadyAuthenticated, 'Already authenticated.');
        return;
      case GatewayOpcodes.RequestGuildMembers:
        sessions.requestMembers(session, payload.d);
        return;
      case GatewayOpcodes.PresenceUpdate:
      case GatewayOpcodes.VoiceStateUpdate:
      case GatewayOpcodes.RequestSoundboardSounds:
      case GatewayOpcodes.RequestChannelInfo:
        // Accepted and ignored: the sandbox has no presences, voice or sounds.
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
      if (parsed.kind === 'payload') {
        handle(parsed.payload);
        return;
      }
      const [code, reason] = UNREADABLE[parsed.kind];
      close(code, reason);
    },
    closed(code) {
      cancelHeartbeatTimeout();
      cancelAnswer();
      // A client that closes with 1000 or 1001 gives up its session.
      leave(code === 1000 || code === 1001);
    },
    requestReconnect: () => send(GatewayOpcodes.Reconnect, null),
    invalidate(resumable) {
      leave(!resumable);
      send(GatewayOpcodes.InvalidSession, resumable);
    },
  };
}

/** Counts a message; returns whether it exceeds the limit. */
function createRateLimit(clock: Clock): () => boolean {
  let sent = { count: 0, windowEndsMs: clock.now() + RATE_LIMIT_WINDOW_MS };
  return () => {
    const nowMs = clock.now();
    if (nowMs >= sent.windowEndsMs) {
      sent = { count: 0, windowEndsMs: nowMs + RATE_LIMIT_WINDOW_MS };
    }
    sent.count += 1;
    return sent.count > RATE_LIMIT;
  };
}
