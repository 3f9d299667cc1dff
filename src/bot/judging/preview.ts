import type { Message } from '../locales/message.ts';
import type { ServiceJudgement } from '../domain/case.ts';
import { skipReason } from '../domain/decide.ts';
import type { AllowedTexts } from '../domain/actions/moderator-action-ports.ts';
import { chooseRule, presetFor, type Origin } from '../domain/policy/choose-rule.ts';
import type { Policy } from '../domain/policy/policy.ts';
import type { DecidingRule } from '../domain/policy/rules.ts';
import type {
  Cases,
  History,
  Moderator,
  Policies,
  ServiceProblem,
  TextFiles,
} from '../domain/ports.ts';
import type { Preview, PreviewResult } from '../domain/preview.ts';
import { fingerprintOf, samplesOf, textOf } from '../domain/sample.ts';
import type { ServerWords } from '../domain/words/server-words.ts';
import type { WordMatcher } from '../domain/words/word-matcher.ts';
import { withFileTexts } from './file-texts.ts';
import { judgeText } from './judge-text.ts';

/** Ends a preview at once: unlike a message, it does not wait for the service. */
export class ServiceUnavailable extends Error {
  readonly reason: Message;

  constructor({ error, reason }: ServiceProblem) {
    super(error);
    this.reason = reason;
  }
}

export function createPreview(deps: {
  moderator: Moderator;
  history: Pick<History, 'message'>;
  textFiles: TextFiles;
  policies: Pick<Policies, 'get'>;
  words: Pick<ServerWords, 'matcher'>;
  cases: Pick<Cases, 'ofMessage'>;
  allowedTexts: Pick<AllowedTexts, 'has'>;
}): Preview {
  const { moderator, history, textFiles, policies, words, cases, allowedTexts } = deps;

  async function previewText(
    { policy, matcher }: { policy: Policy; matcher: WordMatcher },
    text: string,
    origin: Origin,
  ): Promise<PreviewResult['result']> {
    const preset = presetFor(policy, origin);
    const sparedBy = null;
    if (text === '') {
      return { kind: 'judged', judgement: null, samples: 0, decision: null, sparedBy, preset };
    }
    const samples = samplesOf(text).length;
    // Shown when no sample has consequences: the last one that is not harmless, else the first.
    let shown: ServiceJudgement | null = null;
    try {
      const { decision } = await judgeText({
        text,
        policy,
        origin,
        words: matcher,
        async moderate(sample) {
          const judgement = await moderator.moderate(sample, null);
          if (judgement.kind === 'unavailable') throw new ServiceUnavailable(judgement);
          if (judgement.kind === 'verdict' && (shown === null || !isHarmless(judgement))) {
            shown = judgement;
          }
          return judgement;
        },
      });
      if (decision !== null) {
        const { judgement } = decision;
        return { kind: 'judged', judgement, samples, decision, sparedBy, preset };
      }
      return {
        kind: 'judged',
        judgement: shown,
        samples,
        decision,
        sparedBy: silentRule(policy, origin, shown),
        preset,
      };
    } catch (error) {
      if (error instanceof ServiceUnavailable) {
        return { kind: 'unavailable', reason: error.reason };
      }
      throw error;
    }
  }

  return {
    async text(guildId, text, origin) {
      const policy = await policies.get(guildId);
      const matcher = await words.matcher(guildId);
      return { policy, result: await previewText({ policy, matcher }, text, origin) };
    },
    async message(channelId, messageId) {
      const received = await history.message(channelId, messageId);
      if (received === null) return null;
      const { snapshot } = await withFileTexts(received, textFiles);
      const policy = await policies.get(snapshot.guildId);
      const matcher = await words.matcher(snapshot.guildId);
      const text = textOf(snapshot);
      const isAllowed = await allowedTexts.has(snapshot.guildId, fingerprintOf(text));
      return {
        snapshot,
        text,
        policy,
        skip: skipReason(snapshot, policy) ?? (isAllowed ? 'allowed text' : null),
        record: await cases.ofMessage(snapshot.guildId, messageId),
        result: await previewText({ policy, matcher }, text, snapshot),
      };
    },
  };
}

/** The rule that says that nothing happens; null: no rule applies. */
function silentRule(
  policy: Policy,
  origin: Origin,
  judgement: ServiceJudgement | null,
): DecidingRule | null {
  if (judgement === null) return null;
  const chosen = chooseRule(policy, { origin, judgement, blockedWords: [] });
  return chosen?.effects.length === 0 ? chosen.rule : null;
}

function isHarmless({ verdict }: Extract<ServiceJudgement, { kind: 'verdict' }>): boolean {
  return verdict.action === 'pass';
}
