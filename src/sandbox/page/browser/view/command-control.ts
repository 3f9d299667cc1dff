import { html, nothing, type TemplateResult } from 'lit';

import type { CommandOptionView } from '../../protocol/commands.ts';
import type { Place } from '../place.ts';

type Choice = readonly [value: string, label: string];

/** The form field for a command's option. `typed`: its initial value. */
export function commandControl(
  { app, pane }: Place,
  { option, typed }: { option: CommandOptionView; typed: string },
): TemplateResult {
  const { choices } = option;
  const { users, roles, channels } = app.state.panes[pane].directory;
  const people = [...users.values()].map(({ id, name }): Choice => [id, `@${name}`]);
  const groups = [...roles.values()].map(({ id, name }): Choice => [id, `@${name}`]);
  const dropdown = (from: readonly Choice[]): TemplateResult => dropdownOf(option, from, typed);
  if (choices.length > 0) {
    return dropdown(choices.map(({ label, value }): Choice => [String(value), label]));
  }
  switch (option.type) {
    case 'boolean':
      return dropdown([
        ['true', app.texts.yes],
        ['false', app.texts.no],
      ]);
    case 'user':
      return dropdown(people);
    case 'role':
      return dropdown(groups);
    case 'user or role':
      return dropdown([...groups, ...people]);
    case 'channel':
      return dropdown(
        [...channels.values()]
          .filter(({ kind }) => kind !== 'dm')
          .filter(
            ({ kind }) => option.channelKinds.length === 0 || option.channelKinds.includes(kind),
          )
          .map(({ id, name }): Choice => [id, `#${name}`]),
      );
    case 'file':
      return html`<input type="file" name=${option.name} ?required=${option.isRequired} />`;
    case 'integer':
    case 'number':
      return html`<input
        type=${option.hasAutocomplete ? 'text' : 'number'}
        name=${option.name}
        value=${typed}
        step=${option.type === 'integer' ? '1' : 'any'}
        min=${option.min ?? nothing}
        max=${option.max ?? nothing}
        ?required=${option.isRequired}
        title=${option.description}
        autocomplete="off"
      />`;
    case 'text':
      return html`<input
        type="text"
        name=${option.name}
        value=${typed}
        minlength=${option.min ?? nothing}
        maxlength=${option.max ?? nothing}
        ?required=${option.isRequired}
        placeholder=${option.description}
        autocomplete="off"
      />`;
  }
}

function dropdownOf(
  { name, isRequired }: CommandOptionView,
  choices: readonly Choice[],
  typed: string,
): TemplateResult {
  return html`<select name=${name} ?required=${isRequired}>
    <option value=""></option>
    ${choices.map(
      ([value, label]) =>
        html`<option value=${value} ?selected=${value === typed}>${label}</option>`,
    )}
  </select>`;
}
