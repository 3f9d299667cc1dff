import { createKeyedMutex } from '../../../shared/tasks/keyed-mutex.ts';
import { createKeyedSemaphore } from '../../../shared/tasks/semaphore.ts';
import type { AllowedTexts } from '../../domain/actions/moderator-action-ports.ts';
import type { Case, StepEffect } from '../../domain/case.ts';
import { policyInForce } from '../../domain/policy/policy.ts';
import type { Cases, ModeratorChannels } from '../../domain/ports.ts';
import { textOf } from '../../domain/sample.ts';
import type { FlaggedMessage } from '../../judging/judge.ts';
import type { MessageOutcome } from '../../judging/outcome.ts';
import type { Retry } from '../../../shared/tasks/retry.ts';
import type { Dispatcher } from './dispatcher.ts';
import { fingerprintOfCase, type JoinIncident, type OpenCase } from './open-case.ts';
import type { UnstoredMessages } from './unstored-messages.ts';

/**
 * The acting stage: opens the case about a flagged message, unless there is one about the same text or a moderator allowed
 * the text. The message is finished then, because the case is in the store with its open steps; the dispatcher runs them.
 * Rejects only when the pipeline stops.
 */
export type ActOnMessage = (message: FlaggedMessage) => Promise<MessageOutcome>;

/** All servers share the database, so one of them must not fill its queue. */
const OPENINGS_PER_GUILD = 2;

export function createActOnMessage(deps: {
  moderatorChannels: Pick<ModeratorChannels, 'hasNoChannel'>;
  openCase: OpenCase;
  joinIncident: JoinIncident;
  dispatcher: Pick<Dispatcher, 'begin' | 'resume'>;
  cases: Pick<Cases, 'ofMessage'>;
  allowedTexts: Pick<AllowedTexts, 'has'>;
  unstored: UnstoredMessages;
  retry: Retry;
}): ActOnMessage {
  const {
    moderatorChannels,
    openCase,
    joinIncident,
    dispatcher,
    cases,
    allowedTexts,
    unstored,
    retry,
  } = deps;
  const openings = createKeyedSemaphore(OPENINGS_PER_GUILD);
  // A message can be flagged twice at once: by itself, and as a copy of another.
  const oneByOne = createKeyedMutex();

  async function act(message: FlaggedMessage): Promise<MessageOutcome> {
    // Its copies first: until they have their cases, this message is not finished, and read again after a kill.
    const { copies = [], ...alone } = message;
    for (const copy of copies) await actOnOne({ ...alone, snapshot: copy, text: textOf(copy) });
    return actOnOne(alone);
  }

  function actOnOne(message: FlaggedMessage): Promise<MessageOutcome> {
    const { guildId, messageId } = message.snapshot;
    return oneByOne(`${guildId}/${messageId}`, () => actAlone(message));
  }

  async function actAlone(message: FlaggedMessage): Promise<MessageOutcome> {
    const { text } = message;
    const { guildId, messageId, author } = message.snapshot;
    const fingerprint = fingerprintOfCase(message);
    // Looked up only here because most messages pass, and in parallel because the deletion waits for both.
    const [existingCase, isAllowed] = await Promise.all([
      cases.ofMessage(guildId, messageId),
      allowedTexts.has(guildId, fingerprint),
    ]);
    if (existingCase !== null && isSettled(existingCase, message, fingerprint)) {
      dispatcher.resume(existingCase);
      return { kind: 'known', caseNumber: existingCase.number };
    }
    if (isAllowed) return { kind: 'skipped', reason: 'allowed text' };
    const hasNoChannel = moderatorChannels.hasNoChannel(guildId, message.policy);
    const policy = policyInForce(message.policy, { hasNoChannel });
    const opened = await openCase({ ...message, policy });
    const record = await joinIncident({ record: opened, text, author });
    dispatcher.begin({ record, policy, text });
    return outcomeOf(record);
  }

  return (message) => {
    const { guildId, channelId, messageId } = message.snapshot;
    const ids = { guildId, channelId, messageId };
    // A repeated attempt finds the case that an earlier one opened.
    return retry({ operation: 'acting on a message', ids }, async () => {
      try {
        const outcome = await openings(guildId, () => act(message));
        unstored.stored(message);
        return outcome;
      } catch (error) {
        await unstored.failed(message, error);
        throw error;
      }
    });
  };
}

export function outcomeOf({ judgement, number }: Case): MessageOutcome {
  return { kind: judgement.kind === 'unchecked' ? 'unchecked' : 'acted', caseNumber: number };
}

/** Whether the case says all about the message. If copies of it were found since, the message may still have to go. */
function isSettled(record: Case, { decision }: FlaggedMessage, fingerprint: string): boolean {
  if (decision.judgement.kind !== 'copies') {
    return record.fingerprint === fingerprint && !wasReset(record);
  }
  const deletes = (effects: readonly StepEffect[]): boolean =>
    effects.some(({ kind }) => kind === 'delete');
  return deletes(record.steps.map(({ effect }) => effect)) || !deletes(decision.effects);
}

/** Whether the bot replaced this name or title. If it is back, somebody chose it again. */
function wasReset({ steps }: Case): boolean {
  return steps.some(
    ({ effect, outcome }) => effect.kind === 'resetName' && outcome?.status === 'done',
  );
}
