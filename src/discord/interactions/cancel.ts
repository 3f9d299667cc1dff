import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import { AppError } from '../../lib/errors.ts';
import { dispatchTexts } from './texts.ts';

/** The first word of the custom ids of cancel buttons; no component may have it as its id. */
export const CANCEL = 'cancel';

/** Why work was given up, as the reason of its signal. */
export type Why = 'cancelled' | 'time over' | 'stopping';

/** What a signal of the dispatch is aborted with. */
export class GivenUpError extends AppError {
  readonly code = 'interaction_given_up';
  readonly why: Why;

  constructor(why: Why) {
    super(`The work for an interaction was given up: ${why}.`);
    this.why = why;
  }
}

/** Below what shows how far the work for an interaction is. */
export function cancelRow(
  interactionId: string,
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: dispatchTexts.cancel,
        custom_id: `${CANCEL}:${interactionId}`,
      },
    ],
  };
}

/** What is being worked on, by the interaction that asked for it. */
export interface Running {
  add(interactionId: string, userId: string): AbortController;
  remove(interactionId: string): void;
  /** Only who asked for it may. */
  cancel(interactionId: string, userId: string): 'cancelled' | 'not running' | 'not yours';
  /** What is added from now on is given up at once. */
  giveAllUp(): void;
}

export function createRunning(): Running {
  const running = new Map<string, { readonly userId: string; readonly stop: AbortController }>();
  let isStopping = false;
  return {
    add(interactionId, userId) {
      const stop = new AbortController();
      if (isStopping) stop.abort(new GivenUpError('stopping'));
      running.set(interactionId, { userId, stop });
      return stop;
    },
    remove: (interactionId) => running.delete(interactionId),
    cancel(interactionId, userId) {
      const work = running.get(interactionId);
      if (work === undefined) return 'not running';
      if (work.userId !== userId) return 'not yours';
      work.stop.abort(new GivenUpError('cancelled'));
      return 'cancelled';
    },
    giveAllUp() {
      isStopping = true;
      for (const { stop } of running.values()) stop.abort(new GivenUpError('stopping'));
    },
  };
}
