import type { Background } from '../../../shared/tasks/background.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import { createKeyedSemaphore } from '../../../shared/tasks/semaphore.ts';
import { openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';
import type { Cases } from '../../domain/ports.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { ModeratorActionRunner } from './moderator-actions.ts';

/** How many moderator actions left by an earlier process are resumed at the same time in each server. */
const RESUMED_PER_GUILD = 8;

/** Resumes the cases that an earlier process left unfinished. */
export async function resumeCases(deps: {
  readonly cases: Pick<Cases, 'unfinished'>;
  readonly dispatcher: Pick<Dispatcher, 'resume'>;
  readonly moderatorActions: Pick<ModeratorActionRunner, 'resume'>;
  readonly background: Background;
  readonly retry: Retry;
  readonly signal: AbortSignal;
}): Promise<void> {
  const { cases, dispatcher, moderatorActions, background, retry, signal } = deps;
  const resuming = createKeyedSemaphore(RESUMED_PER_GUILD);
  for await (const record of cases.unfinished()) {
    signal.throwIfAborted();
    dispatcher.resume(record);
    if (openModeratorAction(record) === null) continue;
    const { guildId, number } = record;
    const errorContext = { operation: 'resuming a case', ids: { guildId, case: number } };
    const resume = () => retry(errorContext, () => moderatorActions.resume(guildId, number));
    background.run(errorContext, () => resuming(guildId, resume));
  }
}
