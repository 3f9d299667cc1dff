import { ComponentType as Type } from 'discord-api-types/v10';

import {
  allComponents,
  isSelect,
  type AnyComponent,
} from '../../world/messages/message-components.ts';
import { componentSchema } from './component.ts';
import { parseIssues, type FieldIssue } from '../form.ts';

const MAX_BUTTONS = 5;

type Path = readonly (string | number)[];

/** The field issues of a component tree, including duplicate custom ids. */
export function treeIssues(
  components: readonly AnyComponent[],
  surface: 'message' | 'modal',
): FieldIssue[] {
  const customIds = new Set<string>();
  return components.flatMap((component, index) =>
    componentIssues(component, { path: [index], surface, customIds }),
  );
}

interface Walk {
  readonly path: Path;
  readonly surface: 'message' | 'modal';
  readonly customIds: Set<string>;
}

function componentIssues(component: AnyComponent, walk: Walk): FieldIssue[] {
  const { path, customIds } = walk;
  const schema = componentSchema(component.type);
  const issues: FieldIssue[] = parseIssues(schema, component).map((issue) => ({
    ...issue,
    path: [...path, ...issue.path],
  }));
  const { custom_id: customId } = component;
  if (typeof customId === 'string') {
    if (customIds.has(customId)) {
      issues.push({
        path: [...path, 'custom_id'],
        code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
        message: 'Component custom id cannot be duplicated',
      });
    }
    customIds.add(customId);
  }
  if (component.type === Type.ActionRow) issues.push(...rowIssues(component, walk));
  return [
    ...issues,
    ...innerOf(component, path).flatMap(([inner, innerPath]) =>
      componentIssues(inner, { ...walk, path: innerPath }),
    ),
  ];
}

/** An action row contains up to five buttons or one select menu; in a modal, one text input. */
function rowIssues({ components }: AnyComponent, { path, surface }: Walk): FieldIssue[] {
  const inner = Array.isArray(components) ? components : [];
  const isValid =
    surface === 'modal'
      ? inner.length === 1 && inner[0]?.type === Type.TextInput
      : (inner.length <= MAX_BUTTONS && inner.every(({ type }) => type === Type.Button)) ||
        (inner.length === 1 && inner[0] !== undefined && isSelect(inner[0]));
  if (isValid && inner.length > 0) return [];
  const isBadLength = inner.length === 0 || inner.length > MAX_BUTTONS;
  return [
    isBadLength
      ? {
          path: [...path, 'components'],
          code: 'BASE_TYPE_BAD_LENGTH',
          message: `Must be between 1 and ${MAX_BUTTONS} in length.`,
        }
      : {
          path: [...path, 'components'],
          code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
          message: 'The specified component exceeds the maximum width',
        },
  ];
}

function innerOf(component: AnyComponent, path: Path): [AnyComponent, Path][] {
  const { components, accessory, component: labelled } = component;
  return [
    ...(Array.isArray(components) ? components : []).map(
      (inner: AnyComponent, index): [AnyComponent, Path] => [inner, [...path, 'components', index]],
    ),
    ...(accessory === undefined
      ? []
      : [[accessory, [...path, 'accessory']] as [AnyComponent, Path]]),
    ...(labelled === undefined ? [] : [[labelled, [...path, 'component']] as [AnyComponent, Path]]),
  ];
}

/** Gives every component without an id the next free one (components reference). */
export function withComponentIds(components: readonly AnyComponent[]): AnyComponent[] {
  const taken = new Set(allComponents(components).map(({ id }) => id ?? 0));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const withId = (component: AnyComponent): AnyComponent => {
    const { components: inner, accessory, component: labelled } = component;
    // Discord treats 0 as no id.
    const id = component.id || next();
    return {
      ...component,
      id,
      ...(inner === undefined ? {} : { components: inner.map(withId) }),
      ...(accessory === undefined ? {} : { accessory: withId(accessory) }),
      ...(labelled === undefined ? {} : { component: withId(labelled) }),
    };
  };
  return components.map(withId);
}
