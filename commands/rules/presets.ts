import {
  type CommandDeps,
  MAX_PRESET_OVERRIDES,
  type PresetName,
  presetNameSchema,
  type PresetOverride,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { changePolicy } from '../moderation/change.ts';
import type { SettingCall } from '../settings/setting.ts';
import { chosenRole } from './conditions-input.ts';

/* The sensitivity of a server, and its exceptions. */

type Target = Pick<PresetOverride, 'kind' | 'targetId'>;

/** Applies to the server, or to the named channels and roles. */
export function setPreset(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const preset = presetIn(call);
  const targets = targetsIn(call);
  if (targets.length === 0) return changePreset(call, deps, preset);
  return changePolicy(call, deps, (policy) => {
    const presetOverrides = [
      ...without(policy.presetOverrides, targets),
      ...targets.map((target) => ({ ...target, preset })),
    ];
    if (presetOverrides.length > MAX_PRESET_OVERRIDES) {
      throw new UserError(call.t('rules:problem.tooManyPresets', { max: MAX_PRESET_OVERRIDES }));
    }
    return {
      policy: { ...policy, presetOverrides },
      describe: (reader) =>
        reader('rules:changed.presetOf', {
          targets: targets.map(mentionOf),
          count: targets.length,
          preset: reader(`rules:preset.${preset}`),
        }),
    };
  });
}

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

export function setAgeRestrictedPreset(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changeAgeRestrictedPreset(call, deps, presetIn(call));
}

export function changeAgeRestrictedPreset(
  call: SettingCall,
  deps: CommandDeps,
  preset: PresetName,
): Promise<Reply> {
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, ageRestrictedPreset: preset },
    describe: (reader) =>
      reader('rules:changed.ageRestricted', { preset: reader(`rules:preset.${preset}`) }),
  }));
}

/** Makes channels and roles follow the server again. */
export function resetPreset(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const targets = targetsIn(call);
  if (targets.length === 0) throw new UserError(call.t('moderation:reply.problem.nothingGiven'));
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, presetOverrides: without(policy.presetOverrides, targets) },
    describe: (reader) =>
      reader('rules:changed.presetReset', {
        targets: targets.map(mentionOf),
        count: targets.length,
      }),
  }));
}

function presetIn({ interaction }: SlashCall): PresetName {
  return presetNameSchema.parse(interaction.options.getString('preset', true));
}

function targetsIn({ interaction, t }: SlashCall): Target[] {
  const channel = interaction.options.getChannel('channel');
  const role = chosenRole(interaction, t);
  return [
    ...(channel === null ? [] : [{ kind: 'channel' as const, targetId: channel.id }]),
    ...(role === null ? [] : [{ kind: 'role' as const, targetId: role.id }]),
  ];
}

function without(
  overrides: readonly PresetOverride[],
  targets: readonly Target[],
): PresetOverride[] {
  return overrides.filter(({ targetId }) =>
    targets.every((target) => target.targetId !== targetId),
  );
}

function mentionOf({ kind, targetId }: Target): string {
  return kind === 'role' ? `<@&${targetId}>` : `<#${targetId}>`;
}
