import { html, nothing, type TemplateResult } from 'lit';
import { ref } from 'lit/directives/ref.js';

import type { ComponentView } from '../../protocol/components.ts';
import type { App } from '../app.ts';
import { markdown } from '../markdown/view.ts';
import type { Place } from '../place.ts';
import type { ModalValues } from '../state.ts';
import { choiceList, optionsOf } from './choices.ts';

export function modal(app: App): unknown {
  const { modal: shown } = app.state;
  if (shown === null) return nothing;
  const { pane, title } = shown;
  const close = (): void => app.update((state) => void (state.modal = null));

  return html`<dialog class="modal" aria-labelledby="modal-title" ${ref(open)} @close=${close}>
    <form
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        const { currentTarget: form } = event;
        if (form instanceof HTMLFormElement) app.submitModal(readModal(form, shown.components));
      }}
    >
      <h2 id="modal-title">${title}</h2>
      ${shown.components.map((one) => field({ app, pane }, one))}
      <p class="form-buttons">
        <button class="button button-primary">${app.texts.submit}</button>
        <button type="button" class="button button-secondary" @click=${close}>
          ${app.texts.cancel}
        </button>
      </p>
    </form>
  </dialog>`;
}

/** lit calls this before the element is in the document. */
function open(element: Element | undefined): void {
  queueMicrotask(() => {
    if (element instanceof HTMLDialogElement && !element.open) element.showModal();
  });
}

function field(place: Place, component: ComponentView): unknown {
  switch (component.kind) {
    case 'row':
      return component.children.map((child) => field(place, child));
    case 'text':
      return markdown(place, component.content);
    case 'label': {
      const { label, description, child } = component;
      const text = html`<span>${label}</span>${
          description === '' ? nothing : html`<small>${description}</small>`
        }`;
      const isGroup = child.kind === 'radio' || child.kind === 'checkboxes' || isMany(child);
      return isGroup
        ? html`<fieldset class="field">
            <legend>${text}</legend>
            ${control(place, child)}
          </fieldset>`
        : html`<label class="field">${text}${control(place, child)}</label>`;
    }
    case 'input':
      return html`<label class="field"
        ><span>${component.label}</span>${control(place, component)}</label
      >`;
    default:
      return html`<div class="field">${control(place, component)}</div>`;
  }
}

function isMany(component: ComponentView): boolean {
  return component.kind === 'select' && component.max > 1;
}

function control(place: Place, component: ComponentView): TemplateResult {
  switch (component.kind) {
    case 'input': {
      const { customId, value, placeholder, isRequired, minLength, maxLength } = component;
      return component.isParagraph
        ? html`<textarea
            name=${customId}
            rows="4"
            placeholder=${placeholder}
            ?required=${isRequired}
            minlength=${minLength}
            maxlength=${maxLength}
            .value=${value}
          ></textarea>`
        : html`<input
            name=${customId}
            placeholder=${placeholder}
            ?required=${isRequired}
            minlength=${minLength}
            maxlength=${maxLength}
            .value=${value}
          />`;
    }
    case 'select': {
      const options = optionsOf(place, component);
      const { customId, isRequired, placeholder } = component;
      if (isMany(component)) return choiceList({ name: customId, options, type: 'checkbox' });
      return html`<select name=${customId} ?required=${isRequired}>
        <option value="">${placeholder}</option>
        ${options.map(
          ({ label, value, isDefault }) =>
            html`<option value=${value} ?selected=${isDefault}>${label}</option>`,
        )}
      </select>`;
    }
    case 'radio':
    case 'checkboxes': {
      const { customId: name, options } = component;
      return choiceList({ name, options, type: component.kind === 'radio' ? 'radio' : 'checkbox' });
    }
    case 'checkbox':
      return html`<input
        type="checkbox"
        name=${component.customId}
        ?checked=${component.isChecked}
      />`;
    default:
      return html`<p class="subtext">This page cannot show this part of the form.</p>`;
  }
}

/** Values by custom id, as the sandbox expects them from a person. */
function readModal(form: HTMLFormElement, components: readonly ComponentView[]): ModalValues {
  const data = new FormData(form);
  const values: ModalValues = {};
  for (const component of components.flatMap(leaves)) {
    switch (component.kind) {
      case 'input':
      case 'radio': {
        const value = data.get(component.customId);
        if (typeof value === 'string') values[component.customId] = value;
        break;
      }
      case 'select':
      case 'checkboxes':
        values[component.customId] = data
          .getAll(component.customId)
          .map(String)
          .filter((value) => value !== '');
        break;
      case 'checkbox':
        values[component.customId] = data.has(component.customId);
        break;
      default:
    }
  }
  return values;
}

function leaves(component: ComponentView): ComponentView[] {
  if (component.kind === 'row') return component.children.flatMap(leaves);
  return component.kind === 'label' ? leaves(component.child) : [component];
}
