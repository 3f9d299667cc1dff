import { snowflakeTime } from '../../../shared/snowflake.ts';
import { isStorageFailure } from '../../../shared/database/errors.ts';
import type { ErrorContext, LogError } from '../../../shared/throttled-error-log.ts';
import type { AllowedTexts } from '../../domain/actions/moderator-action-ports.ts';
import { UNSTORED, type CaseDraft } from '../../domain/case.ts';
import { policyInForce } from '../../domain/policy/policy.ts';
import type { Cases, Executor, ModeratorChannels } from '../../domain/ports.ts';
import { fingerprintOf } from '../../domain/sample.ts';
import type { FlaggedMessage } from '../../judging/judge.ts';
import type { Translate } from '../../locales/translate.ts';
import { draftOf } from './open-case.ts';

/**
 * Messages whose case cannot be stored, because the disk is full or the database is damaged. What must be deleted is deleted
 * at once; the message stays in memory and its case is stored, with its other steps, as soon as that works. Moderators are
 * told once, and again when it is over.
 */
export interface UnstoredMessages {
  /** Storing the case failed. Deletes the message, at most once. Never rejects. */
  failed(message: FlaggedMessage, error: unknown): Promise<void>;
  /** The message has its case, or needs none. Cheap while everything can be stored. */
  stored(message: FlaggedMessage): void;
}

export function createUnstoredMessages({
  moderatorChannels,
  executor,
  cases,
  allowedTexts,
  operatorGuildId,
  clock,
  logError,
}: {
  moderatorChannels: Pick<ModeratorChannels, 'announce' | 'hasNoChannel'>;
  executor: Executor;
  cases: Pick<Cases, 'ofMessage'>;
  allowedTexts: Pick<AllowedTexts, 'has'>;
  /** Its moderators are told as well. Null: there is none. */
  operatorGuildId: string | null;
  clock: { now(): number };
  logError: LogError;
}): UnstoredMessages {
  const startedAt = clock.now();
  /** By server: the messages that wait to be stored. */
  const waiting = new Map<string, Set<string>>();
  const deleted = new Set<string>();

  const keyOf = ({ snapshot, text }: FlaggedMessage): string =>
    `${snapshot.guildId}/${snapshot.messageId}/${fingerprintOf(text)}`;

  function announce(guildIds: Iterable<string | null>, text: (t: Translate) => string): void {
    for (const guildId of new Set(guildIds)) {
      if (guildId === null) continue;
      moderatorChannels.announce(guildId, text).catch((error: unknown) => {
        logError({ operation: 'announcing that nothing can be stored', ids: { guildId } }, error);
      });
    }
  }

  /** Whether the text already has a case. If that cannot be read, a message that this process received is taken for new. */
  async function hasCase({ snapshot, text }: FlaggedMessage): Promise<boolean> {
    const { guildId, messageId } = snapshot;
    try {
      const existing = await cases.ofMessage(guildId, messageId);
      return existing?.fingerprint === fingerprintOf(text);
    } catch (error) {
      if (snowflakeTime(messageId) < startedAt) throw error;
      return false;
    }
  }

  async function deleteNow(message: FlaggedMessage, errorContext: ErrorContext): Promise<void> {
    const { snapshot, text, decision } = message;
    const hasNoChannel = moderatorChannels.hasNoChannel(snapshot.guildId, message.policy);
    const policy = policyInForce(message.policy, { hasNoChannel });
    const mustGo = decision.effects.some(({ kind }) => kind === 'delete');
    if (!mustGo || policy.mode !== 'enforce' || deleted.has(keyOf(message))) return;
    try {
      // If that cannot be read, the message may be harmless.
      if (await allowedTexts.has(snapshot.guildId, fingerprintOf(text))) return;
      if (await hasCase(message)) return;
      const draft: CaseDraft = draftOf({ ...message, policy }, null, clock.now());
      const record = { ...draft, number: UNSTORED };
      const context = { record, policy, text, resumed: false };
      const outcome = await executor.execute({ kind: 'delete' }, context);
      // Discord is not available: the next attempt to store the case tries again.
      if (outcome.status !== 'unavailable') deleted.add(keyOf(message));
    } catch (error) {
      logError(errorContext, error);
    }
  }

  return {
    async failed(message, error) {
      if (!isStorageFailure(error)) return;
      const { guildId, channelId, messageId } = message.snapshot;
      const ids = { guildId, channelId, messageId };
      const messages = waiting.get(guildId);
      if (messages === undefined) {
        const isFirst = waiting.size === 0;
        waiting.set(guildId, new Set([keyOf(message)]));
        announce([guildId, isFirst ? operatorGuildId : null], (t) => t('notices:storage.failed'));
      } else {
        messages.add(keyOf(message));
      }
      await deleteNow(message, { operation: 'deleting a message without a case', ids });
    },
    stored(message) {
      if (waiting.size === 0) return;
      const { guildId } = message.snapshot;
      const messages = waiting.get(guildId);
      deleted.delete(keyOf(message));
      messages?.delete(keyOf(message));
      if (messages?.size !== 0) return;
      waiting.delete(guildId);
      announce([guildId, waiting.size === 0 ? operatorGuildId : null], (t) =>
        t('notices:storage.works'),
      );
    },
  };
}
