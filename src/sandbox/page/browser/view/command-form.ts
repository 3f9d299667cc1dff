import { html, nothing, type TemplateResult } from 'lit';

import type { FileInput } from '../../protocol/actions.ts';
import type { CommandOptionView } from '../../protocol/commands.ts';
import type { PaneName } from '../../protocol/events.ts';
import type { App } from '../app.ts';
import { readFile } from '../files.ts';
import { toMentions } from '../mentions.ts';
import type { Directory } from '../directory.ts';
import type { CommandDraft } from '../state.ts';

/** Delay after the last key before the bot is asked. */
const AUTOCOMPLETE_DELAY_MS = 150;
let autocompleteTimer = 0;

type Values = Record<string, string | number | boolean>;

interface Using {
  readonly channelId: string;
  readonly command: CommandDraft;
}

export function commandForm(
  app: App,
  pane: PaneName,
  { channelId, command }: Using,
): TemplateResult {
  const { view } = command;
  const close = (): void => app.update(({ panes }) => void (panes[pane].command = null));
  const required = view.options.filter(({ isRequired }) => isRequired);
  const optional = view.options.filter(({ isRequired }) => !isRequired);

  async function submit(form: HTMLFormElement): Promise<void> {
    const { options, files } = await readForm(form, view.options, app.state.directory);
    close();
    await app.act(pane, { kind: 'slash', channelId, path: view.path, options, files });
  }

  function complete(form: HTMLFormElement, focused: string): void {
    clearTimeout(autocompleteTimer);
    autocompleteTimer = setTimeout(() => {
      void (async () => {
        const { options } = await readForm(form, view.options, app.state.directory);
        const typed = { ...options, [focused]: inputOf(form, focused)?.value ?? '' };
        const result = await app.act(pane, {
          kind: 'autocomplete',
          channelId,
          path: view.path,
          options: typed,
          focused,
        });
        if (result.kind !== 'choices') return;
        app.update(({ panes }) => {
          if (panes[pane].command?.view !== view) return;
          panes[pane].command = { view, suggested: { option: focused, choices: result.choices } };
        });
      })();
    }, AUTOCOMPLETE_DELAY_MS);
  }

  const field = (option: CommandOptionView): TemplateResult =>
    html`<div class="field">
      <label
        ><span>${option.label}${option.isRequired ? nothing : html` <small>optional</small>`}</span>
        ${control(app, option, (form) => complete(form, option.name))}</label
      >
      ${choicesFor(app, pane, { command, option })}
    </div>`;

  return html`<form
    class="command-form"
    aria-label=${`/${view.name}`}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      if (event.currentTarget instanceof HTMLFormElement) void submit(event.currentTarget);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    }}
  >
    <p><b>/${view.name}</b> <span class="subtext">${view.description}</span></p>
    ${required.map(field)}
    ${
      optional.length === 0
        ? nothing
        : html`<details ?open=${required.length === 0}>
            <summary>${optional.length} optional</summary>
            ${optional.map(field)}
          </details>`
    }
    <p class="form-buttons">
      <button class="button button-primary">Run</button>
      <button type="button" class="button button-secondary" @click=${close}>Cancel</button>
    </p>
  </form>`;
}

function control(
  app: App,
  option: CommandOptionView,
  onType: (form: HTMLFormElement) => void,
): TemplateResult {
  const { name, isRequired, choices, min, max } = option;
  if (choices.length > 0) {
    return dropdown(
      option,
      choices.map(({ label, value }) => [String(value), label] as const),
    );
  }
  const { users, roles, channels } = app.state.directory;
  const people = [...users.values()].map(({ id, name: one }) => [id, `@${one}`] as const);
  const groups = [...roles.values()].map(({ id, name: one }) => [id, `@${one}`] as const);
  switch (option.type) {
    case 'boolean':
      return dropdown(option, [
        ['true', 'True'],
        ['false', 'False'],
      ]);
    case 'user':
      return dropdown(option, people);
    case 'role':
      return dropdown(option, groups);
    case 'user or role':
      return dropdown(option, [...groups, ...people]);
    case 'channel':
      return dropdown(
        option,
        [...channels.values()]
          .filter(({ kind }) => kind !== 'dm')
          .filter(
            ({ kind }) => option.channelKinds.length === 0 || option.channelKinds.includes(kind),
          )
          .map(({ id, name: one }) => [id, `#${one}`] as const),
      );
    case 'file':
      return html`<input type="file" name=${name} ?required=${isRequired} />`;
    case 'integer':
    case 'number':
      return html`<input
        type=${option.hasAutocomplete ? 'text' : 'number'}
        name=${name}
        step=${option.type === 'integer' ? '1' : 'any'}
        min=${min ?? nothing}
        max=${max ?? nothing}
        ?required=${isRequired}
        title=${option.description}
        autocomplete="off"
        @input=${typed(option, onType)}
        @focus=${typed(option, onType)}
      />`;
    case 'text':
      return html`<input
        type="text"
        name=${name}
        minlength=${min ?? nothing}
        maxlength=${max ?? nothing}
        ?required=${isRequired}
        placeholder=${option.description}
        autocomplete="off"
        @input=${typed(option, onType)}
        @focus=${typed(option, onType)}
      />`;
  }
}

function typed(
  { hasAutocomplete }: CommandOptionView,
  onType: (form: HTMLFormElement) => void,
): (event: Event) => void {
  return ({ target }) => {
    if (!hasAutocomplete || !(target instanceof HTMLInputElement)) return;
    // Typing discards an earlier choice.
    delete target.dataset['value'];
    if (target.form !== null) onType(target.form);
  };
}

function dropdown(
  { name, isRequired }: CommandOptionView,
  options: readonly (readonly [value: string, label: string])[],
): TemplateResult {
  return html`<select name=${name} ?required=${isRequired}>
    <option value=""></option>
    ${options.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
  </select>`;
}

function choicesFor(
  app: App,
  pane: PaneName,
  { command, option }: { command: CommandDraft; option: CommandOptionView },
): unknown {
  if (command.suggested?.option !== option.name) return nothing;
  return html`<ul class="suggestions" aria-label=${`Suggestions for ${option.label}`}>
    ${command.suggested.choices.map(
      ({ label, value }) =>
        html`<li>
          <button
            type="button"
            @click=${({ currentTarget }: Event) => {
              if (!(currentTarget instanceof HTMLButtonElement)) return;
              const input = inputOf(currentTarget.form, option.name);
              if (input === null) return;
              input.value = label;
              input.dataset['value'] = String(value);
              app.update(({ panes }) => {
                panes[pane].command = { view: command.view, suggested: null };
              });
            }}
          >
            ${label}
          </button>
        </li>`,
    )}
  </ul>`;
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
