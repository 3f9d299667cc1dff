import type { Case } from '../../moderation/case.ts';
import type { Outcome } from '../../moderation/effects.ts';
import type { AllowedTexts } from '../../moderation/actions/moderator-action-ports.ts';
import type { Cases, EffectContext, Executor, Policies } from '../../moderation/ports.ts';
import { fingerprintOf } from '../../moderation/sample.ts';
import type { FlaggedMessage } from '../messages/judge.ts';
import type { MessageOutcome } from '../messages/outcome.ts';
import type { Retry } from '../retry.ts';
import type { AlertQueue } from './alert-queue.ts';
import type { NoticeQueue } from './notice-queue.ts';
import type { OpenCase } from './open-case.ts';
import type { SaveOutcome } from './save-outcome.ts';

/**
 * The acting stage: opens cases and runs their effects. All its cases run at once, because each of them mostly waits
 * for Discord; the intake's capacity bounds how many there are. Both methods resolve when every step but the alert is
 * saved. The alert then waits in its own queue.
 */
export interface CaseRunner {
  /** Opens the case about a flagged message, or resumes the one that exists about the same text. */
  act(message: FlaggedMessage): Promise<MessageOutcome>;
  /** Runs the open steps of a stored case. Resolves at once if it is closed. */
  resume(guildId: string, number: number): Promise<void>;
}

export function createCaseRunner(deps: {
  executors: { enforce: Executor; shadow: Executor };
  openCase: OpenCase;
  saveOutcome: SaveOutcome;
  alertQueue: Pick<AlertQueue, 'add'>;
  noticeQueue: Pick<NoticeQueue, 'deliver'>;
  cases: Cases;
  policies: Pick<Policies, 'get'>;
  allowedTexts: Pick<AllowedTexts, 'has'>;
  retry: Retry;
}): CaseRunner {
  const {
    executors,
    openCase,
    saveOutcome,
    alertQueue,
    noticeQueue,
    cases,
    policies,
    allowedTexts,
    retry,
  } = deps;
  /** Cases whose steps this process runs, so that no two runs of one case overlap. */
  const running = new Map<string, Promise<void>>();

  function runOnce(guildId: string, number: number, run: () => Promise<void>): Promise<void> {
    const key = `${guildId}/${number}`;
    const current = running.get(key);
    if (current !== undefined) return current;
    const started = run().finally(() => running.delete(key));
    running.set(key, started);
    return started;
  }

  async function runCase(context: EffectContext): Promise<void> {
    const { guildId, number, steps } = context.record;
    // Steps run in order, so an earlier process can have begun the alert only if all others have an outcome.
    const isAlertResumed =
      context.resumed &&
      steps.every(({ effect, outcome }) => effect.kind === 'alert' || outcome !== null);
    const record = await runSteps(context);
    if (record.closedAt === null) alertQueue.add(guildId, number, isAlertResumed);
  }

  async function runSteps({ record, policy, text, resumed }: EffectContext): Promise<Case> {
    const executor = executors[record.mode];
    const errorContext = {
      operation: 'running an effect',
      ids: { guildId: record.guildId, case: record.number },
    };
    let current = record;
    // Only the first open step can have been done before: each step waits for the outcome of the one before it.
    let isUncertain = resumed;
    for (const [index, { effect, outcome: earlier }] of record.steps.entries()) {
      if (earlier !== null || effect.kind === 'alert') continue;
      const before = current;
      current = await retry(errorContext, async (attempt) => {
        // A lost answer may hide that the effect was done.
        const context = { record: before, policy, text, resumed: isUncertain || attempt > 0 };
        const save = (outcome: Outcome): Promise<Case> => saveOutcome(before, { index, outcome });
        if (effect.kind === 'notice' && record.mode === 'enforce') {
          return noticeQueue.deliver(context, save);
        }
        const result = await executor.execute(effect, context);
        return result.status === 'unavailable' ? result : save(result);
      });
      isUncertain = false;
    }
    return current;
  }

  async function resume(guildId: string, number: number): Promise<void> {
    await runOnce(guildId, number, async () => {
      // Read only now, when no other run can change its steps.
      const record = await cases.get(guildId, number);
      if (record === null || record.closedAt !== null) return;
      const policy = await policies.get(guildId);
      const text = await cases.evidence(guildId, number);
      await runCase({ record, policy, text, resumed: true });
    });
  }

  async function actOnce(message: FlaggedMessage): Promise<MessageOutcome> {
    const { policy, text } = message;
    const { guildId, messageId } = message.snapshot;
    const fingerprint = fingerprintOf(text);
    // Looked up only here because most messages pass, and in parallel because the deletion waits for both.
    const [existingCase, isAllowed] = await Promise.all([
      cases.ofMessage(guildId, messageId),
      allowedTexts.has(guildId, fingerprint),
    ]);
    if (existingCase?.fingerprint === fingerprint && !wasReset(existingCase)) {
      await resume(guildId, existingCase.number);
      return { kind: 'known', caseNumber: existingCase.number };
    }
    if (isAllowed) return { kind: 'skipped', reason: 'allowed text' };
    const record = await openCase(message);
    const { number } = record;
    await runOnce(guildId, number, () => runCase({ record, policy, text, resumed: false }));
    const kind = record.judgement.kind === 'unchecked' ? 'unchecked' : 'acted';
    return { kind, caseNumber: number };
  }

  return {
    act(message) {
      const { guildId, channelId, messageId } = message.snapshot;
      const ids = { guildId, channelId, messageId };
      // A repeated attempt finds the case that an earlier one opened.
      return retry({ operation: 'acting on a message', ids }, () => actOnce(message));
    },
    resume,
  };
}

/** Somebody chose the same name or title again after the bot had replaced it. */
function wasReset({ steps }: Case): boolean {
  return steps.some(
    ({ effect, outcome }) => effect.kind === 'resetName' && outcome?.status === 'done',
  );
}
