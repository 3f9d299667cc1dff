import type { Target } from './target.ts';

/** A promise that an interface makes; `run` throws if the service breaks it. */
export interface Check {
  readonly name: string;
  run(target: Target): Promise<void>;
}
