import { ComponentType as Type, type APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { z } from 'zod';

import { allComponents, type AnyComponent } from '../../world/messages/message-components.ts';
import { toZodIssue } from '../form.ts';
import { treeIssues, withComponentIds } from './component-tree.ts';

/** The limit for a message with IS_COMPONENTS_V2, including nested components. */
const MAX_COMPONENTS_V2 = 40;
const MAX_ROWS = 5;

/** Component types allowed at the top level of a message. */
const TOP_LEVEL = [
  Type.ActionRow,
  Type.Section,
  Type.TextDisplay,
  Type.MediaGallery,
  Type.File,
  Type.Separator,
  Type.Container,
];
/** Component types allowed at the top level of a modal. */
const MODAL_TOP_LEVEL = [Type.ActionRow, Type.Label, Type.TextDisplay];
const MAX_MODAL_COMPONENTS = 5;

/** Interactive components are validated like on Discord; the contents of display components are not checked. */
function treeSchema(topLevel: readonly Type[], surface: 'message' | 'modal') {
  return z
    .array(z.looseObject({ type: z.literal([...topLevel]) }))
    .check((context) => {
      context.issues.push(...treeIssues(asComponents(context.value), surface).map(toZodIssue));
    })
    .transform((components) => withComponentIds(asComponents(components)));
}

export const componentsSchema = treeSchema(TOP_LEVEL, 'message')
  .refine((components) => allComponents(components).length <= MAX_COMPONENTS_V2, {
    error: `Must be ${MAX_COMPONENTS_V2} or fewer in length.`,
    params: { code: 'BASE_TYPE_MAX_LENGTH' },
  })
  .transform((components) => components as unknown as APIMessageTopLevelComponent[]);

export const modalComponentsSchema = treeSchema(MODAL_TOP_LEVEL, 'modal').refine(
  ({ length }) => length >= 1 && length <= MAX_MODAL_COMPONENTS,
  {
    error: `Must be between 1 and ${MAX_MODAL_COMPONENTS} in length.`,
    params: { code: 'BASE_TYPE_BAD_LENGTH' },
  },
);

/** Without IS_COMPONENTS_V2, a message may only contain action rows, at most five. */
export function isClassicLayout(components: readonly { type: Type }[]): boolean {
  return components.length <= MAX_ROWS && components.every(({ type }) => type === Type.ActionRow);
}

/** `AnyComponent` lists the fields of all component types; `treeIssues` validates each by its type. */
function asComponents(components: readonly object[]): readonly AnyComponent[] {
  return components as readonly AnyComponent[];
}
