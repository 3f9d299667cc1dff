import type { Command, CommandDeps } from '../src/bot/command-kit.ts';
import { addonsCommand } from './addons/index.ts';
import { insightsCommand } from './insights/index.ts';
import { propertyCommand } from './property/index.ts';
import { tagCommand } from './tag/index.ts';

/** Few servers need these, so each has them only after somebody switches them on in `/help`. */
export const advancedCommands: readonly Command<CommandDeps>[] = [
  addonsCommand,
  insightsCommand,
  propertyCommand,
  tagCommand,
];
