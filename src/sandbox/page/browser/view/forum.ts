import { html, nothing, type TemplateResult } from 'lit';

import type { PaneName } from '../../protocol/events.ts';
import type { ChannelView } from '../../protocol/guild.ts';
import type { App } from '../app.ts';

export function forum(app: App, pane: PaneName, channel: ChannelView): TemplateResult {
  const posts = app.state.panes[pane].channels.filter(({ parentId }) => parentId === channel.id);

  async function open(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const result = await app.act(pane, {
      kind: 'open thread',
      channelId: channel.id,
      title: text(data, 'title'),
      text: text(data, 'text'),
    });
    if (result.kind !== 'refused') form.reset();
  }

  return html`<div class="forum">
    ${
      channel.canSend
        ? html`<form
            class="command-form"
            @submit=${(event: SubmitEvent) => {
              event.preventDefault();
              if (event.currentTarget instanceof HTMLFormElement) void open(event.currentTarget);
            }}
          >
            <label class="field"
              ><span>${app.texts.title}</span><input name="title" required maxlength="100"
            /></label>
            <label class="field"
              ><span>${app.texts.message}</span><textarea name="text" required rows="2"></textarea>
            </label>
            <p class="form-buttons">
              <button class="button button-primary">${app.texts.post}</button>
            </p>
          </form>`
        : nothing
    }
    ${posts.map(
      ({ id, name }) =>
        html`<button class="forum-post" @click=${() => app.select(pane, id)}>${name}</button>`,
    )}
  </div>`;
}

function text(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
