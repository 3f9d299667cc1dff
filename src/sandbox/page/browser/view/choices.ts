import { html, nothing, type TemplateResult } from 'lit';

import type { ComponentView, OptionView } from '../../protocol/components.ts';
import type { Place } from '../place.ts';

type Select = Extract<ComponentView, { kind: 'select' }>;

/** The choices of a select menu: its options, or the server's members, roles or channels. */
export function optionsOf(
  { app, pane }: Place,
  { of, options, channelKinds }: Select,
): OptionView[] {
  if (of === 'options') return [...options];
  const { users, roles, channels } = app.state.panes[pane].directory;
  const defaults = new Set(options.flatMap(({ value, isDefault }) => (isDefault ? [value] : [])));
  const option = (id: string, label: string): OptionView => ({
    label,
    value: id,
    description: '',
    isDefault: defaults.has(id),
  });
  const people = [...users.values()].map(({ id, name }) => option(id, `@${name}`));
  const groups = [...roles.values()].map(({ id, name }) => option(id, `@${name}`));
  switch (of) {
    case 'users':
      return people;
    case 'roles':
      return groups;
    case 'users and roles':
      return [...groups, ...people];
    case 'channels':
      return [...channels.values()]
        .filter(({ kind }) => channelKinds.length === 0 || channelKinds.includes(kind))
        .filter(({ kind }) => kind !== 'dm')
        .map(({ id, name, kind }) => option(id, kind === 'category' ? name : `#${name}`));
  }
}

export function choiceList({
  name,
  options,
  type,
}: {
  name: string;
  options: readonly OptionView[];
  type: 'checkbox' | 'radio';
}): TemplateResult {
  return html`<div class="choices">
    ${options.map(
      ({ label, value, description, isDefault }) =>
        html`<label>
          <input type=${type} name=${name} value=${value} ?checked=${isDefault} />
          <span>${label}${description === '' ? nothing : html`<small>${description}</small>`}</span>
        </label>`,
    )}
  </div>`;
}
