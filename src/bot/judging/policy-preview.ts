import { DAY_MS, type Clock } from '../../shared/clock.ts';
import { compareSnowflakes } from '../../shared/snowflake.ts';
import type { AllowedTexts } from '../domain/actions/moderator-action-ports.ts';
import type { Case, ServiceJudgement } from '../domain/case.ts';
import { decide, skipReason } from '../domain/decide.ts';
import { casesWithin } from '../domain/figures/effect-counts.ts';
import { closenessOf } from '../domain/policy/closeness.ts';
import type { Origin } from '../domain/policy/choose-rule.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { Cases, History, Moderator, TextFiles } from '../domain/ports.ts';
import type {
  CaseOrigins,
  PolicyPreview,
  PolicyPreviewRequest,
  PreviewedText,
} from '../domain/preview.ts';
import { fingerprintOf, samplesOf, textOf } from '../domain/sample.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import { createJudge } from './judge.ts';
import { ServiceUnavailable } from './preview.ts';
import { createSplitMessages } from './split-messages.ts';

const SPAN_MS = 7 * DAY_MS;
export const MAX_PREVIEWED_MESSAGES = 2_000;
const MAX_CASES = 5_000;
/** Fewer than the messages that the bot judges at the same time, because live messages go first. */
const JUDGED_AT_ONCE = 8;

export interface PolicyPreviewDeps {
  readonly moderator: Moderator;
  readonly history: Pick<History, 'latest'>;
  readonly words: Pick<ServerWords, 'matcher'>;
  readonly textFiles: TextFiles;
  readonly cases: Pick<Cases, 'list'>;
  readonly allowedTexts: Pick<AllowedTexts, 'has'>;
  readonly caseOrigins: CaseOrigins;
  readonly clock: Clock;
}

/**
 * Shows what a policy would have done. Messages pass the same judging stage as live ones, so the result is the same; nothing
 * is stored and nothing happens on Discord. For deleted messages, the case is used, with the service's answer.
 */
export function createPolicyPreview(deps: PolicyPreviewDeps): PolicyPreview {
  const { moderator, history, words, textFiles, cases, allowedTexts, caseOrigins, clock } = deps;

  async function judgeMessages(
    messages: readonly Snapshot[],
    { policy, signal, onProgress }: PolicyPreviewRequest,
  ): Promise<PreviewedText[]> {
    const { answers, moderate } = remembering(moderator);
    const judge = createJudge({
      serviceGate: { moderate },
      policies: { get: () => Promise.resolve(policy) },
      words,
      textFiles,
      splitMessages: createSplitMessages(),
      // What members post in many channels is no matter of rules.
      recentCopies: { add: () => null },
      copiesBeforeStart: { read: () => null },
    });
    const judged: PreviewedText[] = [];
    // The workers share the iterator, so that they start on the messages in order: a text may be split across several.
    const waiting = messages.values();
    const worker = async (): Promise<void> => {
      for (const snapshot of waiting) {
        signal.throwIfAborted();
        const result = await judge(snapshot);
        const text = result.kind === 'flagged' ? result.text : textOf(snapshot);
        const isAllowed =
          result.kind === 'flagged' &&
          (await allowedTexts.has(snapshot.guildId, fingerprintOf(text)));
        const answer = answers.get(samplesOf(text)[0] ?? '');
        judged.push({
          ...placeOf(snapshot),
          caseNumber: null,
          text,
          decision: result.kind === 'flagged' && !isAllowed ? result.decision : null,
          closeness: closenessIn(policy, snapshot, answer),
        });
        onProgress(judged.length, messages.length);
      }
    };
    await Promise.all(Array.from({ length: JUDGED_AT_ONCE }, worker));
    return judged;
  }

  async function judgeCases(
    known: ReadonlySet<string>,
    { guildId, policy, canSee }: PolicyPreviewRequest,
    span: { readonly fromMs: number; readonly toMs: number },
  ): Promise<PreviewedText[]> {
    const seen = new Set(known);
    const records: JudgedCase[] = [];
    for (const record of await casesWithin(cases, guildId, { ...span, max: MAX_CASES })) {
      const { judgement, messageId } = record;
      if (seen.has(messageId)) continue;
      if (judgement.kind !== 'verdict' && judgement.kind !== 'unchecked') continue;
      if (!(await canSee(record))) continue;
      // The newest of several cases about a message comes first.
      seen.add(messageId);
      records.push({ record, judgement });
    }
    const origins = await caseOrigins(
      guildId,
      records.map(({ record }) => record),
    );
    return records.flatMap(({ record, judgement }) => {
      const origin = origins.get(record.number);
      if (origin === undefined) return [];
      const isSkipped = skipReason({ ...origin, parts: [{ kind: 'content', text: '' }] }, policy);
      const decision =
        isSkipped === null
          ? decide(policy, { origin, judgement, blockedWords: record.blockedWords })
          : null;
      return [
        {
          ...placeOf(record),
          caseNumber: record.number,
          text: null,
          decision: decision !== null && decision.effects.length > 0 ? decision : null,
          closeness: closenessIn(policy, origin, judgement),
        },
      ];
    });
  }

  return {
    async run(request) {
      const toMs = clock.now();
      const span = { fromMs: toMs - SPAN_MS, toMs };
      try {
        const messages = await latestOf(history, request, span.fromMs);
        const ofMessages = await judgeMessages(messages, request);
        const known = new Set(messages.map(({ messageId }) => messageId));
        const ofCases = await judgeCases(known, request, span);
        return {
          kind: 'done',
          messages: ofMessages.length,
          cases: ofCases.length,
          texts: [...ofMessages, ...ofCases],
        };
      } catch (error) {
        if (!(error instanceof ServiceUnavailable)) throw error;
        return { kind: 'unavailable', reason: error.reason };
      }
    },
  };
}

interface JudgedCase {
  readonly record: Case;
  readonly judgement: ServiceJudgement;
}

/** The latest messages, taken from the channels in turn, so that a busy one does not hide the others; oldest first. */
async function latestOf(
  history: Pick<History, 'latest'>,
  { channelIds, signal }: PolicyPreviewRequest,
  sinceMs: number,
): Promise<Snapshot[]> {
  let open = channelIds.map((id) => history.latest(id, sinceMs)[Symbol.asyncIterator]());
  const found: Snapshot[] = [];
  while (open.length > 0 && found.length < MAX_PREVIEWED_MESSAGES) {
    const left: typeof open = [];
    for (const channel of open) {
      signal.throwIfAborted();
      if (found.length === MAX_PREVIEWED_MESSAGES) break;
      const next = await channel.next();
      if (next.done === true) continue;
      found.push(next.value);
      left.push(channel);
    }
    open = left;
  }
  return found.sort((a, b) => compareSnowflakes(a.messageId, b.messageId));
}

/** The service's answer about each sample. Add-ons ignore these samples. */
function remembering(moderator: Moderator): {
  answers: ReadonlyMap<string, ServiceJudgement>;
  moderate: (sample: string) => Promise<ServiceJudgement>;
} {
  const answers = new Map<string, ServiceJudgement>();
  return {
    answers,
    async moderate(sample) {
      const known = answers.get(sample);
      if (known !== undefined) return known;
      const judgement = await moderator.moderate(sample, null);
      if (judgement.kind === 'unavailable') throw new ServiceUnavailable(judgement);
      answers.set(sample, judgement);
      return judgement;
    },
  };
}

function placeOf({
  guildId,
  channelId,
  messageId,
}: Pick<Snapshot, 'guildId' | 'channelId' | 'messageId'>): Pick<
  PreviewedText,
  'guildId' | 'channelId' | 'messageId'
> {
  return { guildId, channelId, messageId };
}

function closenessIn(
  policy: Policy,
  origin: Origin,
  judgement: ServiceJudgement | undefined,
): number | null {
  return judgement?.kind === 'verdict' ? closenessOf(policy, origin, judgement.verdict) : null;
}
