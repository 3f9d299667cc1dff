import { ComponentType, type APIMessageTopLevelComponent } from 'discord-api-types/v10';
import { z } from 'zod';

const MAX_COMPONENTS_V2 = 40;
const MAX_ROWS = 5;

/** Types that may stand right in a message. */
const TOP_LEVEL = [
  ComponentType.ActionRow,
  ComponentType.Section,
  ComponentType.TextDisplay,
  ComponentType.MediaGallery,
  ComponentType.File,
  ComponentType.Separator,
  ComponentType.Container,
];

const componentSchema = z.looseObject({ type: z.literal(TOP_LEVEL) });

/**
 * Components are shown and given back, not interpreted: only their number and outer type are checked. So the
 * parsed value is named a component on trust.
 */
export const componentsSchema = z
  .array(componentSchema)
  .max(MAX_COMPONENTS_V2)
  .transform((components) => components as unknown as APIMessageTopLevelComponent[]);

/** Without IS_COMPONENTS_V2 a message has at most five rows, and nothing but rows. */
export function isClassicLayout(components: readonly { type: ComponentType }[]): boolean {
  return (
    components.length <= MAX_ROWS &&
    components.every(({ type }) => type === ComponentType.ActionRow)
  );
}
