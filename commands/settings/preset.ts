import { presetNameSchema } from '../../src/bot/command-kit.ts';
import { previewPreset } from '../preview/run.ts';
import { changePreset } from '../rules/presets.ts';
import type { Setting } from './setting.ts';

export const presetSetting: Setting = {
  name: 'settings:preset.name',
  explanation: 'settings:preset.explanation',
  summary: 'rules:groups.preset.description',
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
    {
      kind: 'choice',
      name: 'settings:preset.preview',
      choices: ({ policy, t }) =>
        presetNameSchema.options
          .filter((preset) => preset !== policy.preset)
          .map((preset) => ({
            value: preset,
            label: t(`rules:presetChoice.${preset}`),
            isChosen: false,
          })),
      change: (call, deps, value) => previewPreset(call, deps, presetNameSchema.parse(value)),
    },
  ],
};
