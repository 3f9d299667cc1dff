import type { TextGroup } from '../client/text.ts';
import { ClientError } from '../client/errors.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Clock } from '../lib/clock.ts';
import type { Complain } from '../lib/complain.ts';
import type { Cases } from '../moderation/ports.ts';
import type { MessageEvent } from '../pipeline/outcome.ts';

/** The same, with each answer of the service counted. */
export function measuredText(
  text: Pick<TextGroup, 'moderate'>,
  metrics: Metrics,
  clock: Clock,
): Pick<TextGroup, 'moderate'> {
  return {
    async moderate(...args) {
      const startedAt = clock.now();
      try {
        const verdict = await text.moderate(...args);
        metrics.serviceAnswered(clock.now() - startedAt);
        return verdict;
      } catch (error) {
        metrics.serviceFailed(error instanceof ClientError ? error.code : 'unknown');
        throw error;
      }
    },
  };
}

/** Counts what became of messages, and of the effects of their cases. */
export function createMessageMeter(
  metrics: Metrics,
  cases: Pick<Cases, 'get'>,
  complain: Complain,
): (event: MessageEvent) => void {
  async function countEffects(guildId: string, caseNumber: number): Promise<void> {
    const record = await cases.get(guildId, caseNumber);
    for (const { effect, outcome } of record?.steps ?? []) {
      if (outcome !== null) metrics.effectDone(effect.kind, outcome.status);
    }
  }
  return ({ guildId, outcome }) => {
    metrics.messageHandled(outcome.kind);
    if (outcome.kind !== 'acted' && outcome.kind !== 'unchecked') return;
    countEffects(guildId, outcome.caseNumber).catch((error: unknown) =>
      complain({ what: 'counting effects', ids: { guildId } }, error),
    );
  };
}
