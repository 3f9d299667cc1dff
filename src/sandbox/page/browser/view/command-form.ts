import { html, nothing, type TemplateResult } from 'lit';

import type { FileInput } from '../../protocol/actions.ts';
import type { ChoiceView, CommandOptionView } from '../../protocol/commands.ts';
import type { Directory } from '../directory.ts';
import { readFile } from '../files.ts';
import { toMentions } from '../mentions.ts';
import type { Place } from '../place.ts';
import type { CommandDraft } from '../state.ts';
import { commandControl } from './command-control.ts';

/** Delay after the last keystroke before the bot is asked. */
const AUTOCOMPLETE_DELAY_MS = 150;
let autocompleteTimer = 0;

type Values = Record<string, string | number | boolean>;

interface Using {
  readonly channelId: string;
  readonly command: CommandDraft;
}

export function commandForm(place: Place, { channelId, command }: Using): TemplateResult {
  const { app, pane } = place;
  const { view, suggested } = command;
  const { texts } = app;
  const close = (): void => app.update(({ panes }) => void (panes[pane].command = null));
  const required = view.options.filter(({ isRequired }) => isRequired);
  const optional = view.options.filter(({ isRequired }) => !isRequired);
  const isFilled = optional.some(({ name }) => command.typed[name] !== undefined);

  async function submit(form: HTMLFormElement): Promise<void> {
    const { directory } = app.state.panes[pane];
    const { options, files } = await readForm(form, view.options, directory);
    close();
    await app.act(pane, { kind: 'slash', channelId, path: view.path, options, files });
  }

  function suggest(next: CommandDraft['suggested']): void {
    app.update(({ panes }) => {
      const current = panes[pane].command;
      if (current?.view === view) panes[pane].command = { ...current, suggested: next };
    });
  }

  function complete(form: HTMLFormElement, focused: string): void {
    clearTimeout(autocompleteTimer);
    autocompleteTimer = setTimeout(() => {
      void (async () => {
        const { directory } = app.state.panes[pane];
        const { options } = await readForm(form, view.options, directory);
        const typed = { ...options, [focused]: inputOf(form, focused)?.value ?? '' };
        const result = await app.act(pane, {
          kind: 'autocomplete',
          channelId,
          path: view.path,
          options: typed,
          focused,
        });
        if (result.kind !== 'choices') return;
        suggest({ option: focused, choices: result.choices, active: 0 });
      })();
    }, AUTOCOMPLETE_DELAY_MS);
  }

  function choose(form: HTMLFormElement | null, { label, value }: ChoiceView): void {
    const input = inputOf(form, suggested?.option ?? '');
    if (input === null) return;
    input.value = label;
    input.dataset['value'] = String(value);
    clearTimeout(autocompleteTimer);
    suggest(null);
    input.focus();
  }

  function onType({ target, type }: Event): void {
    if (!(target instanceof HTMLInputElement) || target.form === null) return;
    const option = view.options.find(({ name }) => name === target.name);
    if (option?.hasAutocomplete !== true) return;
    // A choice lasts until something else is typed.
    if (type === 'input') delete target.dataset['value'];
    else if (target.dataset['value'] !== undefined) return;
    complete(target.form, option.name);
  }

  function onKey(event: KeyboardEvent): void {
    const { target, key } = event;
    const input = target instanceof HTMLInputElement ? target : null;
    const isOpen = suggested !== null && suggested.option === input?.name;
    if (!isOpen) {
      if (key === 'Escape') close();
      return;
    }
    const { choices, active } = suggested;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    const chosen = choices[active];
    if (step !== 0 && choices.length > 0) {
      suggest({ ...suggested, active: (active + step + choices.length) % choices.length });
    } else if (key === 'Enter' && chosen !== undefined) choose(input?.form ?? null, chosen);
    else if (key === 'Escape') suggest(null);
    else return;
    event.preventDefault();
  }

  const field = (option: CommandOptionView): TemplateResult =>
    html`<div class="field">
      <label
        ><span
          >${option.label}${option.isRequired ? nothing : html` <small>${texts.optional}</small>`}</span
        >
        ${commandControl(place, { option, typed: command.typed[option.name] ?? '' })}</label
      >
      ${suggested?.option === option.name ? choicesOf(option, suggested, choose) : nothing}
    </div>`;

  return html`<form
    class="command-form"
    aria-label=${`/${view.name}`}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement) void submit(event.currentTarget);
    }}
    @keydown=${onKey}
    @input=${onType}
    @focusin=${onType}
  >
    <p><b>/${view.name}</b> <span class="subtext">${view.description}</span></p>
    ${required.map(field)}
    ${
      optional.length === 0
        ? nothing
        : html`<details ?open=${required.length === 0 || isFilled}>
            <summary>${texts.optionalCount(optional.length)}</summary>
            ${optional.map(field)}
          </details>`
    }
    <p class="form-buttons">
      <button class="button button-primary">${texts.run}</button>
      <button type="button" class="button button-secondary" @click=${close}>${texts.cancel}</button>
    </p>
  </form>`;
}

function choicesOf(
  option: CommandOptionView,
  { choices, active }: NonNullable<CommandDraft['suggested']>,
  choose: (form: HTMLFormElement | null, choice: ChoiceView) => void,
): TemplateResult {
  return html`<ul class="suggestions" aria-label=${option.label}>
      ${choices.map(
        (choice, index) =>
          html`<li>
            <button
              type="button"
              tabindex="-1"
              class=${index === active ? 'is-active' : ''}
              @click=${({ currentTarget }: Event) => {
                if (currentTarget instanceof HTMLButtonElement) choose(currentTarget.form, choice);
              }}
            >
              ${choice.label}
            </button>
          </li>`,
      )}
    </ul>
    <p class="visually-hidden" role="status">${choices[active]?.label ?? ''}</p>`;
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  const element = form?.elements.namedItem(name);
  return element instanceof HTMLInputElement ? element : null;
}

async function readForm(
  form: HTMLFormElement,
  options: readonly CommandOptionView[],
  directory: Directory,
): Promise<{ options: Values; files: Record<string, FileInput> }> {
  const values: Values = {};
  const files: Record<string, FileInput> = {};
  for (const { name, type, choices } of options) {
    const element = form.elements.namedItem(name);
    if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) continue;
    const text = element.dataset['value'] ?? element.value;
    if (text === '') continue;
    const [file] = element instanceof HTMLInputElement ? (element.files ?? []) : [];
    if (file !== undefined) files[name] = await readFile(file);
    else if (type === 'boolean') values[name] = text === 'true';
    else if (type === 'integer' || type === 'number') values[name] = Number(text);
    else if (type === 'text' && choices.length === 0 && element.dataset['value'] === undefined) {
      values[name] = toMentions(text, directory);
    } else values[name] = text;
  }
  return { options: values, files };
}
