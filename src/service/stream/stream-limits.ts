import { MAX_SESSION_MS } from '../../service-api/schemas/stream.ts';

/** The resource limits of tagging sessions. */
export interface StreamLimits {
  /** Sessions end this long after their start (interface.md, "Limits": five minutes). */
  readonly sessionMs: number;
  /** A live stream is recorded for this long and then tagged. */
  readonly captureMs: number;
  /** Larger media is refused, whether announced or not. */
  readonly mediaBytes: number;
  /** For the connection, the headers, and each chunk of the body. */
  readonly stallMs: number;
  readonly redirects: number;
  /** Audio after this isn't transcribed. */
  readonly audioSeconds: number;
  /** ffmpeg's CPU time. */
  readonly decodeCpuSeconds: number;
  /** The size of the transcriber's response. */
  readonly transcriptBytes: number;
  /** Concurrent sessions; further ones wait in `provisioning`. */
  readonly running: number;
  /** Waiting sessions. */
  readonly waiting: number;
}

export const STREAM_LIMITS: StreamLimits = {
  sessionMs: MAX_SESSION_MS,
  captureMs: 2 * 60_000,
  mediaBytes: 64 * 1024 * 1024,
  stallMs: 15_000,
  redirects: 5,
  audioSeconds: 5 * 60,
  decodeCpuSeconds: 60,
  transcriptBytes: 4 * 1024 * 1024,
  running: 2,
  waiting: 100,
};

/** Retention time of sessions. The interface sets none. */
export const SESSION_RETENTION_MS = 30 * 24 * 60 * 60_000;
