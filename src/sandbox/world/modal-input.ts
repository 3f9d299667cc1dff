import {
  ComponentType,
  type APIModalInteractionResponseCallbackData,
  type APIModalSubmission,
} from 'discord-api-types/v10';

import {
  allComponents,
  badComponent,
  checkValues,
  type AnyComponent,
} from './message-components.ts';
import type { Resolver } from './resolved.ts';

/** What a person filled in, by custom id: a text, a list of choices, a tick. */
export type ModalValues = Readonly<Record<string, string | readonly string[] | boolean>>;

/** The modal as it is sent back; refuses what a Discord client would not let one send. */
export function fillModal(
  modal: APIModalInteractionResponseCallbackData,
  values: ModalValues,
  resolver: Resolver,
): APIModalSubmission['components'] {
  // What a modal may hold was checked when it was shown.
  const components = modal.components as unknown as AnyComponent[];
  const known = new Set(allComponents(components).map(({ custom_id: id }) => id));
  if (Object.keys(values).some((id) => !known.has(id))) throw badComponent();
  const filled = components.map((top, index) =>
    sent(top, { id: top.id ?? index + 1, values, resolver }),
  );
  return filled as unknown as APIModalSubmission['components'];
}

interface Filling {
  readonly id: number;
  readonly values: ModalValues;
  readonly resolver: Resolver;
}

function sent(component: AnyComponent, filling: Filling): object {
  const { type, id = filling.id } = component;
  if (type === ComponentType.ActionRow) {
    return { type, id, components: (component.components ?? []).map((one) => sent(one, filling)) };
  }
  if (type === ComponentType.Label && component.component !== undefined) {
    return { type, id, component: sent(component.component, filling) };
  }
  if (component.custom_id === undefined) return { type, id };
  return { type, id, custom_id: component.custom_id, ...given(component, filling) };
}

function given(component: AnyComponent, { values, resolver }: Filling): object {
  const { type, custom_id: customId = '', required = true } = component;
  const value = values[customId];
  switch (type) {
    case ComponentType.TextInput: {
      const text = value ?? '';
      if (typeof text !== 'string') throw badComponent();
      const { min_length: min = 0, max_length: max = 4000 } = component;
      const isMissing = required && text === '';
      const isBadLength = text !== '' && (text.length < min || text.length > max);
      if (isMissing || isBadLength) throw badComponent();
      return { value: text };
    }
    case ComponentType.Checkbox:
      return { value: value === true };
    case ComponentType.RadioGroup:
      if (value === undefined && !required) return { value: null };
      if (typeof value !== 'string') throw badComponent();
      checkValues(component, [value], resolver);
      return { value };
    default: {
      const chosen = value ?? [];
      if (typeof chosen === 'string' || typeof chosen === 'boolean') throw badComponent();
      if (chosen.length > 0 || required) checkValues(component, chosen, resolver);
      return { values: [...chosen] };
    }
  }
}
