import type { Sandbox } from '../../sandbox.ts';
import type { ScenarioView, StatusView } from '../protocol/events.ts';

/** A sandbox, and the bot in it. A reset replaces both. */
export interface Stage {
  readonly sandbox: Sandbox;
  readonly scenarios: readonly Scenario[];
  status(): Promise<StatusView>;
  /** Calls the listener when a case is opened for a message. */
  onCase(listener: (event: { messageId: string; caseNumber: number }) => void): void;
}

/** A scripted demonstration: people and failures that act by themselves. */
export interface Scenario extends ScenarioView {
  /** Reports progress with `say`. Ends early when the signal aborts. */
  run(say: (note: string) => void, signal: AbortSignal): Promise<void>;
}
