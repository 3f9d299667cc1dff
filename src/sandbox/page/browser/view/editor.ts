import { html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { ref } from 'lit/directives/ref.js';

import type { PaneName } from '../../protocol/events.ts';
import type { MessageView } from '../../protocol/messages.ts';
import type { App } from '../app.ts';
import { fromMentions, toMentions } from '../mentions.ts';
import type { Place } from '../place.ts';
import type { Pane } from '../state.ts';

/** Edits the person's own message in place. */
export function editor(
  app: App,
  pane: PaneName,
  { message, editing }: { message: MessageView; editing: NonNullable<Pane['editing']> },
): TemplateResult {
  const { texts } = app;
  function close(): void {
    app.update(({ panes }) => void (panes[pane].editing = null));
    document.querySelector<HTMLElement>(`#composer-${pane} textarea`)?.focus();
  }

  async function save(): Promise<void> {
    const { channelId, id: messageId } = message;
    const { directory, editing: current } = app.state.panes[pane];
    const text = toMentions((current ?? editing).text, directory);
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
      aria-label=${texts.editMessage}
      rows="2"
      ${ref(focusEnd)}
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
      <button type="button" class="link" @click=${close}>${texts.cancel}</button> ·
      <button class="link">${texts.save}</button>
    </p>
  </form>`;
}

/** lit calls this before the element is in the document. */
function focusEnd(element: Element | undefined): void {
  queueMicrotask(() => {
    if (!(element instanceof HTMLTextAreaElement)) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  });
}

/** Starts editing the person's latest message in the channel. False: there is none. */
export function editLatest({ app, pane }: Place, channelId: string): boolean {
  const { entries, viewerId } = app.state.panes[pane];
  const latest = entries
    .get(channelId)
    ?.findLast(
      ({ message, deletion }) =>
        message.author.id === viewerId && deletion === null && !message.isSystem,
    );
  if (latest === undefined || latest.message.content === '') return false;
  edit({ app, pane }, latest.message);
  return true;
}

export function edit({ app, pane }: Place, { id: messageId, content }: MessageView): void {
  app.update(({ panes }) => {
    panes[pane].editing = { messageId, text: fromMentions(content, panes[pane].directory) };
  });
}
