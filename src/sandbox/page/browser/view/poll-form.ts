import { html, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { Place } from '../place.ts';

const MAX_ANSWERS = 10;

export function pollForm({ app, pane }: Place, channelId: string): TemplateResult {
  const { texts } = app;
  const close = (): void => app.update(({ panes }) => void (panes[pane].isWritingPoll = false));

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const [question = '', lines = ''] = ['question', 'answers'].map((name) => {
      const value = data.get(name);
      return typeof value === 'string' ? value : '';
    });
    const answers = lines
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .slice(0, MAX_ANSWERS);
    const result = await app.act(pane, { kind: 'poll', channelId, question, answers });
    if (result.kind !== 'refused') close();
  }

  return html`<form
    class="command-form"
    aria-label=${texts.createPoll}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement) void submit(event.currentTarget);
    }}
    @keydown=${({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    }}
  >
    <p><b>${texts.createPoll}</b></p>
    <label class="field"
      ><span>${texts.question}</span
      ><input name="question" required maxlength="300" ${ref(focusFirst)}
    /></label>
    <label class="field"
      ><span>${texts.answers}</span><textarea name="answers" required rows="3"></textarea>
    </label>
    <p class="form-buttons">
      <button class="button button-primary">${texts.post}</button>
      <button type="button" class="button button-secondary" @click=${close}>${texts.cancel}</button>
    </p>
  </form>`;
}

/** lit calls this before the element is in the document. */
function focusFirst(element: Element | undefined): void {
  queueMicrotask(() => {
    if (element instanceof HTMLElement) element.focus();
  });
}
