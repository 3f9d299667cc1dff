import { presetNameSchema } from '../../src/moderation/policy/preset-names.ts';
import { changePolicy } from '../moderation/change.ts';
import { checkEffects } from '../moderation/may.ts';
import type { Setting } from './setting.ts';

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
          label: t(`rules:preset.${preset}`),
          description: t(`settings:preset.about.${preset}`),
          isChosen: preset === policy.preset,
        })),
      change(call, deps, value) {
        const preset = presetNameSchema.parse(value);
        checkEffects(call, [{ kind: 'delete' }]);
        return changePolicy(call, deps, (policy) => ({
          policy: { ...policy, preset },
          describe: (reader) =>
            reader('settings:preset.changed', { preset: reader(`rules:preset.${preset}`) }),
        }));
      },
    },
  ],
};
