import { ComponentType, type APIMessage } from 'discord-api-types/v10';

import { invalidField, type ApiError } from '../errors.ts';
import type { Resolver } from './resolved.ts';

/**
 * A component, flat: which fields there are depends on `type`. (The union of discord-api-types can't be read
 * without narrowing it at every turn, and what is in a message was checked when it was posted.)
 */
export interface AnyComponent {
  readonly type: ComponentType;
  readonly id?: number;
  readonly custom_id?: string;
  readonly label?: string;
  readonly disabled?: boolean;
  readonly required?: boolean;
  readonly options?: readonly { readonly label: string; readonly value: string }[];
  readonly min_values?: number;
  readonly max_values?: number;
  readonly min_length?: number;
  readonly max_length?: number;
  readonly channel_types?: readonly number[];
  readonly components?: readonly AnyComponent[];
  /** What a section has at its side. */
  readonly accessory?: AnyComponent;
  /** What a label stands over. */
  readonly component?: AnyComponent;
}

/** All components in these, those in rows, containers, sections and labels too, outermost first. */
export function allComponents(components: readonly AnyComponent[]): AnyComponent[] {
  return components.flatMap((one) => [
    one,
    ...allComponents(one.components ?? []),
    ...allComponents(one.accessory === undefined ? [] : [one.accessory]),
    ...allComponents(one.component === undefined ? [] : [one.component]),
  ]);
}

/** What a person uses in a message: by its custom id, or a button by what stands on it. Refuses what can't be used. */
export function usableComponent(
  message: APIMessage,
  which: string,
): AnyComponent & { custom_id: string } {
  const all = allComponents(message.components ?? []);
  const found =
    all.find((one) => one.custom_id === which) ?? all.find((one) => one.label === which);
  if (found?.custom_id === undefined || found.disabled === true) throw badComponent();
  return { ...found, custom_id: found.custom_id };
}

/** Refuses values that the select menu does not offer, too few and too many. Names what they stand for. */
export function checkValues(
  component: AnyComponent,
  values: readonly string[],
  resolver: Resolver,
): void {
  const { options = [], min_values: min = 1, max_values: max = 1 } = component;
  const isKnown = (value: string): boolean => {
    switch (component.type) {
      case ComponentType.StringSelect:
      case ComponentType.RadioGroup:
      case ComponentType.CheckboxGroup:
        return options.some((option) => option.value === value);
      case ComponentType.UserSelect:
        return resolver.user(value);
      case ComponentType.RoleSelect:
        return resolver.role(value);
      case ComponentType.MentionableSelect:
        return resolver.role(value) || resolver.user(value);
      case ComponentType.ChannelSelect:
        return resolver.channel(value);
      default:
        return false;
    }
  };
  const isDistinct = new Set(values).size === values.length;
  const isCountRight = values.length >= min && values.length <= max;
  if (!isDistinct || !isCountRight || !values.every(isKnown)) throw badComponent();
}

export function isSelect({ type }: AnyComponent): boolean {
  return (
    type === ComponentType.StringSelect ||
    type === ComponentType.UserSelect ||
    type === ComponentType.RoleSelect ||
    type === ComponentType.MentionableSelect ||
    type === ComponentType.ChannelSelect
  );
}

/** Discord's answer to a client that uses what is not there. */
export function badComponent(): ApiError {
  return invalidField(['data'], {
    code: 'COMPONENT_VALIDATION_FAILED',
    message: 'Component validation failed',
  });
}
