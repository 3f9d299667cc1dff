import { ComponentType as Type } from 'discord-api-types/v10';

import { allComponents, isSelect, type AnyComponent } from '../../world/message-components.ts';
import { componentSchema } from './component.ts';
import { parseIssues, type Complaint } from '../form.ts';

const MAX_BUTTONS = 5;

type Path = readonly (string | number)[];

/** Everything that is wrong with a tree of components, custom ids used twice too. */
export function complaintsAbout(
  components: readonly AnyComponent[],
  place: 'message' | 'modal',
): Complaint[] {
  const customIds = new Set<string>();
  return components.flatMap((one, index) => complaints(one, { path: [index], place, customIds }));
}

interface Walk {
  readonly path: Path;
  readonly place: 'message' | 'modal';
  readonly customIds: Set<string>;
}

function complaints(component: AnyComponent, walk: Walk): Complaint[] {
  const { path, customIds } = walk;
  const found: Complaint[] = parseIssues(componentSchema(component.type), component).map(
    (complaint) => ({
      ...complaint,
      path: [...path, ...complaint.path],
    }),
  );
  const { custom_id: customId } = component;
  if (typeof customId === 'string') {
    if (customIds.has(customId)) {
      found.push({
        path: [...path, 'custom_id'],
        code: 'COMPONENT_CUSTOM_ID_DUPLICATED',
        message: 'Component custom id cannot be duplicated',
      });
    }
    customIds.add(customId);
  }
  if (component.type === Type.ActionRow) found.push(...rowComplaints(component, walk));
  return [
    ...found,
    ...innerOf(component, path).flatMap(([one, inner]) =>
      complaints(one, { ...walk, path: inner }),
    ),
  ];
}

/** A row holds up to five buttons, or one select menu; in a modal one text input. */
function rowComplaints({ components }: AnyComponent, { path, place }: Walk): Complaint[] {
  const inner = Array.isArray(components) ? components : [];
  const isFitting =
    place === 'modal'
      ? inner.length === 1 && inner[0]?.type === Type.TextInput
      : (inner.length <= MAX_BUTTONS && inner.every(({ type }) => type === Type.Button)) ||
        (inner.length === 1 && inner[0] !== undefined && isSelect(inner[0]));
  if (isFitting && inner.length > 0) return [];
  const isTooMany = inner.length === 0 || inner.length > MAX_BUTTONS;
  return [
    isTooMany
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
      (one: AnyComponent, index): [AnyComponent, Path] => [one, [...path, 'components', index]],
    ),
    ...(accessory === undefined
      ? []
      : [[accessory, [...path, 'accessory']] as [AnyComponent, Path]]),
    ...(labelled === undefined ? [] : [[labelled, [...path, 'component']] as [AnyComponent, Path]]),
  ];
}

/** Components with an id each: those without one get the next that is free (components reference). */
export function numbered(components: readonly AnyComponent[]): AnyComponent[] {
  const taken = new Set(allComponents(components).map(({ id }) => id ?? 0));
  let last = 0;
  const next = (): number => {
    do last += 1;
    while (taken.has(last));
    return last;
  };
  const withId = (component: AnyComponent): AnyComponent => {
    const { components: inner, accessory, component: labelled } = component;
    // Zero stands for none.
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
