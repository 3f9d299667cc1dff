import {
  type CommandDeps,
  presetNameSchema,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import type { SubcommandGroup } from '../shared/subcommands.ts';
import { newRule, preset, suggest } from '../rules/groups.ts';
import { previewPreset, previewRule } from './run.ts';

const ofPreset = (call: SlashCall, deps: CommandDeps): Promise<Reply> =>
  previewPreset(
    call,
    deps,
    presetNameSchema.parse(call.interaction.options.getString('preset', true)),
  );

export const previewGroup: SubcommandGroup = {
  key: 'policy-preview:group',
  members: [
    { key: 'policy-preview:group.subcommands.preset', options: preset, run: ofPreset },
    { key: 'policy-preview:group.subcommands.rule', options: newRule, run: previewRule, suggest },
  ],
};
