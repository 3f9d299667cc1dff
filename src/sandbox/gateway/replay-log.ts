/** A session's latest frames, replayed on resume. */
export interface ReplayLog {
  add(frame: string): void;
  /** The sequence number of the last frame; 0 before the first. */
  readonly lastSequence: number;
  since(sequence: number): readonly string[] | null;
}

export function createReplayLog(limit: number): ReplayLog {
  let frames: string[] = [];
  let lastSequence = 0;
  return {
    add(frame) {
      lastSequence += 1;
      frames.push(frame);
      // Dropping half the log at once is cheaper than shifting on every frame.
      if (frames.length >= 2 * limit) frames = frames.slice(-limit);
    },
    get lastSequence() {
      return lastSequence;
    },
    since(sequence) {
      const missed = lastSequence - sequence;
      if (missed > Math.min(frames.length, limit)) return null;
      return missed === 0 ? [] : frames.slice(-missed);
    },
  };
}
