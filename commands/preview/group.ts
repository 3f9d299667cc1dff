import type { SubcommandGroup } from '../shared/subcommands.ts';
import { newRule, preset, suggest } from '../rules/groups.ts';
import { previewPreset, previewRule } from './run.ts';

export const previewGroup: SubcommandGroup = {
  key: 'policy-preview:group',
  members: [
    { key: 'policy-preview:group.subcommands.preset', options: preset, run: previewPreset },
    { key: 'policy-preview:group.subcommands.rule', options: newRule, run: previewRule, suggest },
  ],
};
