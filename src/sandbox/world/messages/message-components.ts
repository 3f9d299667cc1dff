import { ComponentType, type APIMessage } from 'discord-api-types/v10';

import { invalidField, type ApiError } from '../../errors.ts';
import type { Resolver } from '../interactions/resolved.ts';

/**
 * A component as one flat type, whose fields depend on `type`: the union of discord-api-types would need narrowing on
 * every access, and components are validated when they are posted.
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
  /** Sections only. */
  readonly accessory?: AnyComponent;
  /** Labels only: the labelled component. */
  readonly component?: AnyComponent;
}

/** All components including nested ones, each before its children. */
export function allComponents(components: readonly AnyComponent[]): AnyComponent[] {
  return components.flatMap((component) => [
    component,
    ...allComponents(component.components ?? []),
    ...allComponents(component.accessory === undefined ? [] : [component.accessory]),
    ...allComponents(component.component === undefined ? [] : [component.component]),
  ]);
}

/** The component with this custom id, or the button with this label. Throws when it is absent or disabled. */
export function usableComponent(
  message: APIMessage,
  customIdOrLabel: string,
): AnyComponent & { custom_id: string } {
  const all = allComponents(message.components ?? []);
  const component =
    all.find(({ custom_id: customId }) => customId === customIdOrLabel) ??
    all.find(({ label }) => label === customIdOrLabel);
  if (component?.custom_id === undefined || component.disabled === true) throw badComponent();
  return { ...component, custom_id: component.custom_id };
}

/** Throws when the values are not offered, not distinct, too few or too many. Adds them to the resolved data. */
export function checkValues(
  component: AnyComponent,
  values: readonly string[],
  resolver: Resolver,
): void {
  const { options = [], min_values: min = 1, max_values: max = 1 } = component;
  const isOffered = (value: string): boolean => {
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
        return resolver.channel(value, component.channel_types);
      default:
        return false;
    }
  };
  const isDistinct = new Set(values).size === values.length;
  const isCountRight = values.length >= min && values.length <= max;
  if (!isDistinct || !isCountRight || !values.every(isOffered)) throw badComponent();
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

export function badComponent(): ApiError {
  return invalidField(['data'], {
    code: 'COMPONENT_VALIDATION_FAILED',
    message: 'Component validation failed',
  });
}
