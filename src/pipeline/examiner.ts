import type { ServiceJudgement } from '../moderation/case.ts';
import { skipReason } from '../moderation/decide.ts';
import type {
  Cases,
  Examination,
  Examiner,
  History,
  Moderation,
  Moderator,
  Policies,
} from '../moderation/ports.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Pardons } from '../moderation/ruling-ports.ts';
import { fingerprintOf, samplesOf, textOf } from '../moderation/sample.ts';
import type { Standing } from '../moderation/snapshot.ts';
import { judge, type Judged } from './judge.ts';

/** The service is away: whoever asked is told, and nothing waits. */
class ServiceAway extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.reason = reason;
  }
}

function unlessAway(moderation: Moderation): Judged {
  if (moderation.kind === 'unavailable') throw new ServiceAway(moderation.reason);
  return moderation;
}

/** `moderator` must be one whose questions have no consequences. */
export function createExaminer(deps: {
  moderator: Moderator;
  history: Pick<History, 'message'>;
  policies: Pick<Policies, 'get'>;
  cases: Pick<Cases, 'ofMessage'>;
  pardons: Pick<Pardons, 'has'>;
}): Examiner {
  const { moderator, history, policies, cases, pardons } = deps;

  async function examine(
    policy: Policy,
    text: string,
    standing: Standing,
  ): Promise<Examination['result']> {
    if (text === '') return { kind: 'judged', judgement: null, samples: 0, decision: null };
    const samples = samplesOf(text).length;
    let suggested: ServiceJudgement | null = null;
    try {
      const finding = await judge({
        text,
        policy,
        standing,
        async ask(sample) {
          const judged = unlessAway(await moderator.moderate(sample, {}));
          const isHarmless = judged.kind === 'verdict' && judged.verdict.action === 'pass';
          if (judged.kind === 'verdict' && (suggested === null || !isHarmless)) suggested = judged;
          return judged;
        },
      });
      if (finding !== null) return { kind: 'judged', samples, ...finding };
      return { kind: 'judged', judgement: suggested, samples, decision: null };
    } catch (error) {
      if (error instanceof ServiceAway) return { kind: 'unavailable', reason: error.reason };
      throw error;
    }
  }

  return {
    async text(guildId, text) {
      const policy = await policies.get(guildId);
      return { policy, result: await examine(policy, text, 'member') };
    },
    async message(channelId, messageId) {
      const snapshot = await history.message(channelId, messageId);
      if (snapshot === null) return null;
      const policy = await policies.get(snapshot.guildId);
      const text = textOf(snapshot);
      const isPardoned = await pardons.has(snapshot.guildId, fingerprintOf(text));
      return {
        snapshot,
        text,
        policy,
        skip: skipReason(snapshot, policy) ?? (isPardoned ? 'pardoned text' : null),
        record: await cases.ofMessage(snapshot.guildId, messageId),
        result: await examine(policy, text, snapshot.author.standing),
      };
    },
  };
}
