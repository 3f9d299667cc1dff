import { randomUUID } from 'node:crypto';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { botRoleName } from '../facts.ts';
import type { Answer } from './answer.ts';
import type { Asked } from './asked.ts';
import type { Why } from './cancel.ts';
import { explainFailure } from './explain.ts';
import type { InteractionOutcome } from './observed.ts';
import { dispatchTexts } from './texts.ts';

export interface TellOptions {
  readonly answer: Answer;
  readonly interaction: Asked;
  readonly logger: Logger;
  /** A failure that only others know, as a sentence. */
  readonly explain: (error: unknown) => string | null;
}

/** Says why there is no answer. Rejects where that cannot be shown. */
export interface Tell {
  failure(error: unknown): Promise<InteractionOutcome>;
  /** A failure nobody can be told about but whoever runs the bot: by an id that stands in the log. */
  fault(error: unknown): Promise<InteractionOutcome>;
  givenUp(why: Why): Promise<InteractionOutcome>;
}

export function createTell({ answer, interaction, logger, explain }: TellOptions): Tell {
  async function fault(error: unknown): Promise<InteractionOutcome> {
    const errorId = randomUUID().slice(0, 8);
    // Not the error itself: those of discord.js carry the whole request, and with it what was written.
    const stack = error instanceof Error ? error.stack : messageOf(error);
    logger.error({ errorId, stack }, 'an interaction failed');
    await answer.tell(dispatchTexts.failed(errorId));
    return 'failed';
  }

  return {
    fault,
    async failure(error) {
      const { guild, channel } = interaction;
      const surroundings = { botRole: botRoleName(guild), channel: channel?.name ?? '' };
      const sentence = explainFailure(error, surroundings) ?? explain(error);
      if (sentence === null) return fault(error);
      await answer.tell(sentence);
      return 'refused';
    },
    async givenUp(why) {
      switch (why) {
        case 'cancelled':
          await answer.tell(dispatchTexts.cancelled);
          return 'cancelled';
        case 'time over':
          await answer.tell(dispatchTexts.tooLong);
          return 'time over';
        case 'stopping':
          await answer.tell(dispatchTexts.stopping);
          return 'stopped';
      }
    },
  };
}
