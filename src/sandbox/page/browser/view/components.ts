import { html, nothing, type TemplateResult } from 'lit';

import type { ComponentView } from '../../protocol/components.ts';
import type { MessageView } from '../../protocol/messages.ts';
import { cssVars } from '../css-vars.ts';
import { withEmoji } from '../emoji.ts';
import { icon } from '../icons.ts';
import { markdown } from '../markdown/view.ts';
import type { Place } from '../place.ts';
import { choiceList, optionsOf } from './choices.ts';

/** A message in a pane. */
interface Posted extends Place {
  readonly message: MessageView;
}

export function components(place: Posted, shown: readonly ComponentView[]): unknown {
  return shown.map((one) => component(place, one));
}

function component(place: Posted, shown: ComponentView): unknown {
  switch (shown.kind) {
    case 'row':
      return html`<div class="row">${components(place, shown.children)}</div>`;
    case 'container':
      return html`<div class="embed container" ${cssVars({ '--embed-color': shown.color })}>
        <div class="embed-body">${components(place, shown.children)}</div>
      </div>`;
    case 'section':
      return html`<div class="section">
        <div>${components(place, shown.children)}</div>
        ${shown.accessory === null ? nothing : component(place, shown.accessory)}
      </div>`;
    case 'button':
      return button(place, shown);
    case 'link':
      return link(place, shown);
    case 'select':
      return select(place, shown);
    case 'text':
      return markdown(place, shown.content);
    case 'media':
      return html`<div class="media">
        ${shown.items.map(({ url, description }) =>
          url === null
            ? html`<span class="subtext">Picture outside the sandbox</span>`
            : html`<img src=${url} alt=${description} />`,
        )}
      </div>`;
    case 'file':
      return html`<a class="file" href=${shown.url ?? nothing} download=${shown.name}
        >${icon('file')} ${shown.name}</a
      >`;
    case 'separator':
      return shown.hasLine ? html`<hr />` : html`<div class="space"></div>`;
    case 'unknown':
      return html`<p class="subtext">This page cannot show a component of type ${shown.type}.</p>`;
    // Discord allows these in modals only.
    case 'radio':
    case 'checkboxes':
    case 'checkbox':
    case 'input':
    case 'label':
      return nothing;
  }
}

function button(
  place: Posted,
  { style, label, emoji, customId, isDisabled }: Extract<ComponentView, { kind: 'button' }>,
): TemplateResult {
  const isBusy = place.app.state.busy.has(keyOf(place, customId));
  return html`<button
    class="button button-${style}"
    ?disabled=${isDisabled || isBusy}
    aria-busy=${isBusy}
    @click=${() => use(place, customId, null)}
  >
    ${withEmoji(emoji)} ${withEmoji(label)}
  </button>`;
}

function link(
  { app }: Posted,
  { label, emoji, url }: Extract<ComponentView, { kind: 'link' }>,
): TemplateResult {
  const [, channelId = '', messageId = ''] =
    /^https:\/\/discord\.com\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?$/.exec(url) ?? [];
  const text = html`${withEmoji(emoji)} ${withEmoji(label)}`;
  if (channelId !== '') {
    return html`<button
      class="button button-secondary"
      @click=${() => app.jumpTo(channelId, messageId)}
    >
      ${text}
    </button>`;
  }
  return html`<a
    class="button button-secondary"
    href=${url}
    target="_blank"
    rel="noopener noreferrer"
    >${text} <span aria-hidden="true">↗</span></a
  >`;
}

function select(place: Posted, shown: Extract<ComponentView, { kind: 'select' }>): TemplateResult {
  const { customId, placeholder, max, min, isDisabled } = shown;
  const isBusy = place.app.state.busy.has(keyOf(place, customId));
  const isOff = isDisabled || isBusy;
  const { texts } = place.app;
  const options = optionsOf(place, shown);
  const label = placeholder === '' ? texts.makeSelection : placeholder;
  if (max > 1) {
    return html`<details class="select-many" ?inert=${isOff}>
      <summary>${label}</summary>
      <form
        @submit=${(event: SubmitEvent) => {
          event.preventDefault();
          const { currentTarget: form } = event;
          if (!(form instanceof HTMLFormElement)) return;
          const values = new FormData(form).getAll(customId).map(String);
          form.closest('details')?.removeAttribute('open');
          use(place, customId, values);
        }}
      >
        ${choiceList({ name: customId, options, type: 'checkbox' })}
        <p class="subtext">${texts.selectCount(min, Math.min(max, options.length))}</p>
        <button class="button button-primary">${texts.done}</button>
      </form>
    </details>`;
  }
  const hasDefault = options.some(({ isDefault }) => isDefault);
  return html`<select
    class="select"
    aria-label=${label}
    ?disabled=${isOff}
    @change=${(event: Event) => {
      const { target } = event;
      if (target instanceof HTMLSelectElement) use(place, customId, [target.value]);
    }}
  >
    ${hasDefault ? nothing : html`<option value="" disabled selected hidden>${label}</option>`}
    ${options.map(
      ({ label: text, value, description, isDefault }) =>
        html`<option value=${value} ?selected=${isDefault}>
          ${description === '' ? text : `${text} – ${description}`}
        </option>`,
    )}
  </select>`;
}

function use(
  { app, pane, message }: Posted,
  customId: string,
  values: readonly string[] | null,
): void {
  app.useComponent(pane, message, { customId, values });
}

function keyOf({ message }: Pick<Posted, 'message'>, customId: string): string {
  return `${message.id}/${customId}`;
}
