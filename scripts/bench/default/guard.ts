import { benchDefault, SHORT } from './default.ts';

/** How much worse than the committed ratio a change may make it: more than the noise of a busy machine. */
const TOLERANCE = 1.5;

export interface GuardResult {
  committed: number;
  measured: number;
  /** The largest ratio that passes. */
  allowed: number;
  passes: boolean;
}

/** A short form of the benchmark of the default install, so that no change makes it much slower unnoticed. */
export async function guardDefault(
  committed: number,
  progress: (detail: string) => void,
): Promise<GuardResult> {
  const { ratio } = await benchDefault(SHORT, progress);
  return judgeRatio(committed, ratio);
}

export function judgeRatio(committed: number, measured: number): GuardResult {
  const allowed = committed * TOLERANCE;
  return { committed, measured, allowed, passes: measured <= allowed };
}
