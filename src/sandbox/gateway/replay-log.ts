/** The last frames of a session, for a client that resumes. */
export interface ReplayLog {
  add(frame: string): void;
  /** How many frames there ever were: the sequence number of the last. */
  readonly lastSequence: number;
  /** The frames after `sequence`, or null when some of them are no longer kept. */
  since(sequence: number): readonly string[] | null;
}

export function createReplayLog(limit: number): ReplayLog {
  let frames: string[] = [];
  let lastSequence = 0;
  return {
    add(frame) {
      lastSequence += 1;
      frames.push(frame);
      // Dropping half a log at a time costs less than shifting at every frame.
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
