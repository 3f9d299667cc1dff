import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

import type { PaneName } from '../../protocol/events.ts';
import type { MessageView } from '../../protocol/messages.ts';
import type { App } from '../app.ts';
import type { Pane } from '../state.ts';

/** Edits the person's own message in place. */
export function editor(
  app: App,
  pane: PaneName,
  { message, editing }: { message: MessageView; editing: NonNullable<Pane['editing']> },
): TemplateResult {
  const close = (): void => app.update(({ panes }) => void (panes[pane].editing = null));

  async function save(): Promise<void> {
    const { channelId, id: messageId } = message;
    const { text } = app.state.panes[pane].editing ?? editing;
    const result = await app.act(pane, { kind: 'edit', channelId, messageId, text });
    if (result.kind !== 'refused') close();
  }

  return html`<form
    class="editor"
    @submit=${(event: Event) => {
      event.preventDefault();
      void save();
    }}
  >
    <textarea
      aria-label="Edit message"
      rows="2"
      .value=${live(editing.text)}
      @input=${({ target }: Event) => {
        if (!(target instanceof HTMLTextAreaElement)) return;
        app.update(({ panes }) => {
          panes[pane].editing = { messageId: message.id, text: target.value };
        });
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key === 'Escape') close();
        if (event.key === 'Enter' && !event.shiftKey) {
          event.preventDefault();
          void save();
        }
      }}
    ></textarea>
    <p class="subtext">
      <button type="button" class="link" @click=${close}>Cancel</button> ·
      <button class="link">Save</button>
    </p>
  </form>`;
}
