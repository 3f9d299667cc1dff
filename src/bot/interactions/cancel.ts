import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
} from 'discord.js';
import { AppError } from '../../shared/errors.ts';
import type { Translate } from '../locales/translate.ts';

/** The first word of a cancel button's custom id; components must not use it as their id. */
export const CANCEL = 'cancel';

/** Why a running interaction is aborted. */
export type AbortReason = 'cancelled' | 'time over' | 'stopping';

/** The reason of an aborted signal. */
export class InteractionAbortedError extends AppError {
  readonly code = 'interaction_aborted';
  readonly reason: AbortReason;

  constructor(reason: AbortReason) {
    super(`The interaction was aborted: ${reason}.`);
    this.reason = reason;
  }
}

/** Whether the person who used a command has cancelled it. */
export function isCancelled({ reason }: AbortSignal): boolean {
  return reason instanceof InteractionAbortedError && reason.reason === 'cancelled';
}

/** The cancel button below a progress message. */
export function cancelRow(
  interactionId: string,
  t: Translate,
): APIActionRowComponent<APIComponentInMessageActionRow> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.Button,
        style: ButtonStyle.Secondary,
        label: t('interactions:cancel'),
        custom_id: `${CANCEL}:${interactionId}`,
      },
    ],
  };
}

/** Running interactions, by id. */
export interface Running {
  add(interactionId: string, userId: string): AbortController;
  remove(interactionId: string): void;
  /** Only the person who started it may cancel it. */
  cancel(interactionId: string, userId: string): 'cancelled' | 'not running' | 'not yours';
  /** Aborts all, and everything added from now on. */
  abortAll(): void;
}

export function createRunning(): Running {
  const running = new Map<string, { readonly userId: string; readonly stop: AbortController }>();
  let isStopping = false;
  return {
    add(interactionId, userId) {
      const stop = new AbortController();
      if (isStopping) stop.abort(new InteractionAbortedError('stopping'));
      running.set(interactionId, { userId, stop });
      return stop;
    },
    remove: (interactionId) => running.delete(interactionId),
    cancel(interactionId, userId) {
      const work = running.get(interactionId);
      if (work === undefined) return 'not running';
      if (work.userId !== userId) return 'not yours';
      work.stop.abort(new InteractionAbortedError('cancelled'));
      return 'cancelled';
    },
    abortAll() {
      isStopping = true;
      for (const { stop } of running.values()) stop.abort(new InteractionAbortedError('stopping'));
    },
  };
}
