import { MAX_SESSION_MS } from '../../protocol/stream.ts';

/** What a tagging session may cost. Every number of this folder that is not the interface's is here. */
export interface StreamLimits {
  /** A session ends this long after it began to run (interface.md, "Limits": five minutes). */
  readonly sessionMs: number;
  /** A live stream is listened to for so long; what has come by then is tagged. */
  readonly captureMs: number;
  /** Media that is announced or turns out larger is refused. */
  readonly mediaBytes: number;
  /** For a connection, for the headers, and for each further piece of the body. */
  readonly stallMs: number;
  readonly redirects: number;
  /** Audio beyond this is not transcribed. */
  readonly audioSeconds: number;
  /** CPU time of ffmpeg. */
  readonly decodeCpuSeconds: number;
  /** The transcriber's answer. */
  readonly transcriptBytes: number;
  /** Sessions at work at the same time; further ones wait in `provisioning`. */
  readonly running: number;
  /** Sessions that may wait. */
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

/** How long a session is kept. The interface sets no time. */
export const SESSION_RETENTION_MS = 30 * 24 * 60 * 60_000;
