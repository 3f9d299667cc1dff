import type { ActionResult, PersonAction } from '../protocol/actions.ts';
import type { PaneName } from '../protocol/events.ts';
import type { MessageView } from '../protocol/messages.ts';
import * as api from './api.ts';
import { createQueue } from './queue.ts';
import type { Actor, ModalValues, State } from './state.ts';

/** Actions of people. The server performs them with each person's own permissions. */
export interface Acting {
  act(pane: PaneName, action: PersonAction): Promise<ActionResult>;
  /**
   * Uses a button, or a menu with `values`. Uses in one message run one after the other: a click right after a choice is meant
   * for the message that shows the choice.
   */
  useComponent(
    pane: PaneName,
    message: MessageView,
    use: { readonly customId: string; readonly values: readonly string[] | null },
  ): void;
  /** Submits the open form. */
  submitModal(values: ModalValues): void;
  deleteMessage(pane: PaneName, message: MessageView): void;
}

export function createActing(
  state: State,
  {
    update,
    attempt,
    notify,
  }: {
    readonly update: (change: (state: State) => void) => void;
    readonly attempt: <T>(work: () => Promise<T>, otherwise: T) => Promise<T>;
    readonly notify: (text: string) => void;
  },
): Acting {
  const uses = createQueue();
  const viewerOf = (pane: PaneName): string => state.panes[pane].viewerId;

  async function actAs(actor: Actor, action: PersonAction): Promise<ActionResult> {
    const failed: ActionResult = { kind: 'refused', reason: '' };
    const result = await attempt(() => api.act(actor.viewerId, state.locale, action), failed);
    if (result.kind === 'refused' && result.reason !== '') notify(result.reason);
    if (result.kind === 'modal') {
      update((next) => void (next.modal = { ...result.modal, ...actor }));
    }
    return result;
  }

  const act: Acting['act'] = (pane, action) =>
    actAs({ pane, viewerId: viewerOf(pane), messageId: null }, action);

  return {
    act,
    useComponent(pane, { channelId, id: messageId }, { customId, values }) {
      const actor = { pane, viewerId: viewerOf(pane), messageId };
      const action = { kind: 'component', channelId, messageId, customId, values } as const;
      const key = `${messageId}/${customId}`;
      update(({ busy }) => void busy.add(key));
      void uses
        .run(messageId, () => actAs(actor, action))
        .finally(() => update(({ busy }) => void busy.delete(key)));
    },
    submitModal(values) {
      const { modal } = state;
      if (modal === null) return;
      const { pane, viewerId, messageId, interactionId } = modal;
      update((next) => void (next.modal = null));
      void uses.run(messageId ?? interactionId, () =>
        actAs({ pane, viewerId, messageId }, { kind: 'modal', interactionId, values }),
      );
    },
    deleteMessage(pane, { channelId, id: messageId }) {
      state.ownDeletions.add(messageId);
      void (async () => {
        const result = await act(pane, { kind: 'delete', channelId, messageId });
        if (result.kind === 'refused') state.ownDeletions.delete(messageId);
      })();
    },
  };
}
