import { MAX_SESSION_MS } from '../../service-api/schemas/stream.ts';

/** The resource limits of tagging sessions. */
export interface StreamLimits {
  /** Sessions end at the latest this long after their start (interface.md, "Limits": five minutes). */
  readonly sessionMs: number;
  /** A live stream is recorded for this long and then tagged. */
  readonly captureMs: number;
  /** Larger media is refused, whether or not its size was announced. */
  readonly mediaBytes: number;
  /** Time limit for the connection, for the headers, and for each chunk of the body. */
  readonly stallMs: number;
  readonly redirects: number;
  /** Audio after this isn't transcribed. */
  readonly audioSeconds: number;
  /** Limit on ffmpeg's CPU time. */
  readonly decodeCpuSeconds: number;
  /** Maximum size of the transcriber's response. */
  readonly transcriptBytes: number;
  /** Maximum number of concurrent sessions; further ones wait in `provisioning`. */
  readonly running: number;
  /** Maximum number of waiting sessions. */
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

/** How long sessions are kept. The interface sets no limit. */
export const SESSION_RETENTION_MS = 30 * 24 * 60 * 60_000;
