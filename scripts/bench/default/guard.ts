import { benchDefault, SHORT } from './default.ts';

/** A change may make the ratio this many times the committed one: more than the noise of a busy machine. */
const TOLERANCE = 1.5;

export interface GuardResult {
  committed: number;
  measured: number;
  /** The highest ratio that passes. */
  allowed: number;
  passes: boolean;
}

/** Runs the benchmark of the default install in a short form, so that no change makes the bot much slower unnoticed. */
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
