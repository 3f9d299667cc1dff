import type { TextGroup } from '../client/text.ts';
import { ClientError } from '../client/errors.ts';
import type { Metrics } from '../http/metrics.ts';
import type { Clock } from '../lib/clock.ts';

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
