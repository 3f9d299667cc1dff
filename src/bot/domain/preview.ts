import type { Message } from '../locales/message.ts';
import type { Case, ServiceJudgement } from './case.ts';
import type { Decision, SkipReason } from './decide.ts';
import type { Origin } from './policy/choose-rule.ts';
import type { Policy } from './policy/policy.ts';
import type { PresetName } from './policy/preset-names.ts';
import type { DecidingRule } from './policy/rules.ts';
import type { Snapshot } from './snapshot.ts';

/** Shows what the bot would do about a text or a message, without doing it. */
export interface Preview {
  /** Judges it like a text from `origin`, in a channel that is not exempt. */
  text(guildId: string, text: string, origin: Origin): Promise<PreviewResult>;
  /** A message in its current state; null: deleted. Throws when Discord does not answer. */
  message(channelId: string, messageId: string): Promise<MessagePreview | null>;
}

export interface PreviewResult {
  readonly policy: Policy;
  readonly result:
    | {
        readonly kind: 'judged';
        /** The judgement of the sample that decides; null: there is no text. */
        readonly judgement: ServiceJudgement | null;
        /** More than one for a long text. */
        readonly samples: number;
        /** Null: there is nothing to do. */
        readonly decision: Decision | null;
        /** The rule that wants nothing done; null: none does. */
        readonly sparedBy: DecidingRule | null;
        /** The preset for this text. */
        readonly preset: PresetName;
      }
    | { readonly kind: 'unavailable'; readonly reason: Message };
}

export interface MessagePreview extends PreviewResult {
  readonly snapshot: Snapshot;
  readonly text: string;
  /** Why the bot does not check the message; null: it does. */
  readonly skip: SkipReason | null;
  /** The latest case about it. */
  readonly record: Case | null;
}

/** Shows what a policy would have done over the last seven days, without doing it. */
export interface PolicyPreview {
  /** Throws when Discord does not answer, and the reason of `signal` when it aborts. */
  run(request: PolicyPreviewRequest): Promise<PolicyPreviewResult>;
}

export interface PolicyPreviewRequest {
  readonly guildId: string;
  readonly policy: Policy;
  /** The channels whose messages are read, at most 2,000 together. */
  readonly channelIds: readonly string[];
  /** Counts only cases about what the person can see. */
  canSee(place: { readonly channelId: string; readonly forumId: string | null }): Promise<boolean>;
  readonly signal: AbortSignal;
  onProgress(done: number, total: number): void;
}

export type PolicyPreviewResult =
  | {
      readonly kind: 'done';
      readonly messages: number;
      /** Cases about messages that are gone, or were not among those read. */
      readonly cases: number;
      readonly texts: readonly PreviewedText[];
    }
  | { readonly kind: 'unavailable'; readonly reason: Message };

export interface PreviewedText {
  readonly guildId: string;
  readonly channelId: string;
  readonly messageId: string;
  /** Null: the message was read from the channel. */
  readonly caseNumber: number | null;
  /** The text of a message that was read; null: see the case. */
  readonly text: string | null;
  /** Null: nothing would have happened. */
  readonly decision: Decision | null;
  /** See `closenessOf`; null: the service could not judge it. */
  readonly closeness: number | null;
}

/** The origins of cases' texts, by the number of the case. Throws when Discord does not answer. */
export type CaseOrigins = (
  guildId: string,
  records: readonly Case[],
) => Promise<ReadonlyMap<number, Origin>>;
