import { ComponentType as Type, type APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { z } from 'zod';

import { allComponents, type AnyComponent } from '../../world/message-components.ts';
import { complaintsAbout, numbered } from './component-tree.ts';

/** Of a message with IS_COMPONENTS_V2, those inside others counted too. */
const MAX_COMPONENTS_V2 = 40;
const MAX_ROWS = 5;

/** Types that may stand right in a message. */
const TOP_LEVEL = [
  Type.ActionRow,
  Type.Section,
  Type.TextDisplay,
  Type.MediaGallery,
  Type.File,
  Type.Separator,
  Type.Container,
];
/** Types that may stand right in a modal. */
const MODAL_TOP_LEVEL = [Type.ActionRow, Type.Label, Type.TextDisplay];
const MAX_MODAL_COMPONENTS = 5;

/** What is interactive is checked as Discord does; what is only shown is shown and given back as it is. */
function treeSchema(topLevel: readonly Type[], place: 'message' | 'modal') {
  return z
    .array(z.looseObject({ type: z.literal([...topLevel]) }))
    .check((context) => {
      for (const { path, code, message } of complaintsAbout(asComponents(context.value), place)) {
        context.issues.push({
          code: 'custom',
          input: context.value,
          path: [...path],
          message,
          params: { code },
        });
      }
    })
    .transform((components) => numbered(asComponents(components)));
}

export const componentsSchema = treeSchema(TOP_LEVEL, 'message')
  .refine((components) => allComponents(components).length <= MAX_COMPONENTS_V2, {
    error: `Must be ${MAX_COMPONENTS_V2} or fewer in length.`,
    params: { code: 'BASE_TYPE_MAX_LENGTH' },
  })
  .transform((components) => components as unknown as APIMessageTopLevelComponent[]);

/** The components of a modal. */
export const modalComponentsSchema = treeSchema(MODAL_TOP_LEVEL, 'modal').refine(
  ({ length }) => length >= 1 && length <= MAX_MODAL_COMPONENTS,
  {
    error: `Must be between 1 and ${MAX_MODAL_COMPONENTS} in length.`,
    params: { code: 'BASE_TYPE_BAD_LENGTH' },
  },
);

/** Without IS_COMPONENTS_V2 a message has at most five rows, and nothing but rows. */
export function isClassicLayout(components: readonly { type: Type }[]): boolean {
  return components.length <= MAX_ROWS && components.every(({ type }) => type === Type.ActionRow);
}

/** `AnyComponent` is what any component may have; of what it has each field is checked with its type. */
function asComponents(components: readonly object[]): readonly AnyComponent[] {
  return components as readonly AnyComponent[];
}
