import { randomUUID } from 'node:crypto';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { botRoleName } from '../access/action-context.ts';
import type { Answer } from './answer.ts';
import type { Renderer } from '../rendering/renderer.ts';
import type { ReplyableInteraction } from './replyable.ts';
import type { AbortReason } from './cancel.ts';
import { explainFailure } from './explain.ts';
import type { InteractionOutcome } from './interaction-event.ts';

/** Explains failures of other layers in a sentence; null for our own bugs. */
export type Explain = (error: unknown, renderer: Renderer) => string | null;

export interface FailureReportOptions extends Renderer {
  readonly answer: Answer;
  readonly interaction: ReplyableInteraction;
  readonly logger: Logger;
  readonly explain: Explain;
}

/** Tells the person why there is no answer. Rejects if that cannot be shown. */
export interface FailureReport {
  failure(error: unknown): Promise<InteractionOutcome>;
  /** A bug: the person gets an id by which the operator finds it in the log. */
  bug(error: unknown): Promise<InteractionOutcome>;
  aborted(why: AbortReason): Promise<InteractionOutcome>;
}

export function createFailureReport(options: FailureReportOptions): FailureReport {
  const { answer, interaction, logger, explain, t } = options;
  async function bug(error: unknown): Promise<InteractionOutcome> {
    const errorId = randomUUID().slice(0, 8);
    // The stack only, not the error object: discord.js errors carry the request, which can contain message texts.
    const stack = error instanceof Error ? error.stack : errorMessage(error);
    logger.error({ errorId, stack }, 'interaction failed');
    await answer.tell(t('interactions:failed', { id: errorId }));
    return 'failed';
  }

  return {
    bug,
    async failure(error) {
      const { guild, channel } = interaction;
      const surroundings = {
        botRole: guild === null ? '' : botRoleName(guild),
        channel: channel !== null && 'name' in channel ? (channel.name ?? '') : '',
      };
      const sentence =
        explainFailure(error, { ...surroundings, ...options }) ?? explain(error, options);
      if (sentence === null) return bug(error);
      await answer.tell(sentence);
      return 'refused';
    },
    async aborted(why) {
      switch (why) {
        case 'cancelled':
          await answer.tell(t('interactions:cancelled'));
          return 'cancelled';
        case 'time over':
          await answer.tell(t('interactions:tooLong'));
          return 'time over';
        case 'stopping':
          await answer.tell(t('interactions:stopping'));
          return 'stopped';
      }
    },
  };
}
