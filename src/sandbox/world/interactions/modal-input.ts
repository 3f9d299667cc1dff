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
} from '../messages/message-components.ts';
import type { Resolver } from './resolved.ts';

/** The values a user entered, by custom id: a text, selected values, or whether a checkbox is ticked. */
export type ModalValues = Readonly<Record<string, string | readonly string[] | boolean>>;

/** Builds the modal submission. Throws for values that Discord's client would not send. */
export function fillModal(
  modal: APIModalInteractionResponseCallbackData,
  values: ModalValues,
  resolver: Resolver,
): APIModalSubmission['components'] {
  // The components were validated when the modal was opened.
  const components = modal.components as unknown as AnyComponent[];
  const customIds = new Set(allComponents(components).map(({ custom_id: id }) => id));
  if (Object.keys(values).some((id) => !customIds.has(id))) throw badComponent();
  const filled = components.map((top, index) =>
    submittedComponent(top, { id: top.id ?? index + 1, values, resolver }),
  );
  return filled as unknown as APIModalSubmission['components'];
}

interface Submission {
  readonly id: number;
  readonly values: ModalValues;
  readonly resolver: Resolver;
}

function submittedComponent(component: AnyComponent, submission: Submission): object {
  const { type, id = submission.id } = component;
  if (type === ComponentType.ActionRow) {
    return {
      type,
      id,
      components: (component.components ?? []).map((inner) =>
        submittedComponent(inner, submission),
      ),
    };
  }
  if (type === ComponentType.Label && component.component !== undefined) {
    return { type, id, component: submittedComponent(component.component, submission) };
  }
  if (component.custom_id === undefined) return { type, id };
  return { type, id, custom_id: component.custom_id, ...submittedValue(component, submission) };
}

function submittedValue(component: AnyComponent, { values, resolver }: Submission): object {
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
