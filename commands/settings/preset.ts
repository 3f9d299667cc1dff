import {
  type CommandDeps,
  type PresetName,
  presetNameSchema,
  type Reply,
} from '../../src/bot/command-kit.ts';
import { changePolicy } from '../moderation/change.ts';
import type { Setting, SettingCall } from './setting.ts';

export const presetSetting: Setting = {
  name: 'settings:preset.name',
  explanation: 'settings:preset.explanation',
  value: ({ policy, t }) => t(`rules:preset.${policy.preset}`),
  controls: [
    {
      kind: 'choice',
      name: 'settings:preset.name',
      choices: ({ policy, t }) =>
        presetNameSchema.options.map((preset) => ({
          value: preset,
          label: t(`rules:presetChoice.${preset}`),
          isChosen: preset === policy.preset,
        })),
      change: (call, deps, value) => changePreset(call, deps, presetNameSchema.parse(value)),
    },
  ],
};

export function changePreset(
  call: Pick<SettingCall, 'guild' | 'by' | 't'>,
  deps: CommandDeps,
  preset: PresetName,
): Promise<Reply> {
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, preset },
    describe: (reader) =>
      reader('rules:changed.preset', { preset: reader(`rules:preset.${preset}`) }),
  }));
}
