import type { Scenario } from '../../../../src/sandbox/page/server/stage.ts';
import type { Harness } from '../../harness.ts';
import type { Cast } from './cast.ts';

export interface Play {
  readonly harness: Harness;
  readonly cast: Cast;
  /** Tells the visitor what happens. */
  readonly say: (note: string) => void;
  /** Aborts when the world is reset. */
  readonly signal: AbortSignal;
}

export interface Script extends Pick<Scenario, 'id' | 'name' | 'description'> {
  play(play: Play): Promise<void>;
}
