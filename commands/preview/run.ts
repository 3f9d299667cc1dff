import { ButtonStyle } from 'discord.js';
import {
  channelsWithMessagesSince,
  type CommandDeps,
  createCanSee,
  type DecidingRule,
  type Policy,
  type PresetName,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { UserError } from '../../src/shared/errors.ts';
import { checkEffects } from '../moderation/may.ts';
import { ruleLine } from '../rules/rule-lines.ts';
import { enteredRule, saveRule } from '../rules/save-rule.ts';
import { changePreset } from '../rules/presets.ts';
import type { SettingCall } from '../settings/setting.ts';
import { checkMayConfigure } from '../shared/may-configure.ts';
import { previewEmbeds } from './result.ts';

/* Shows the effects of a preset or rule over the last seven days, with a button to apply it. */

const SPAN_MS = 7 * DAY_MS;

interface Candidate {
  /** A description of the tested change. */
  readonly title: string;
  readonly policy: Policy;
  /** Whether a rule is one of those whose decisions are shown. */
  readonly isIts: (rule: DecidingRule) => boolean;
  readonly apply: (call: SettingCall) => Promise<Reply>;
}

export async function previewPreset(
  call: SettingCall,
  deps: CommandDeps,
  preset: PresetName,
): Promise<Reply> {
  const { t } = call;
  const policy = await deps.policies.get(call.guild.id);
  return preview(call, deps, {
    title: t('policy-preview:ofPreset', { preset: t(`rules:preset.${preset}`) }),
    policy: { ...policy, preset },
    isIts: () => true,
    apply: (confirmed) => changePreset(confirmed, deps, preset),
  });
}

export async function previewRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { rule, place } = enteredRule(call);
  checkEffects(call, rule.effects);
  const policy = await deps.policies.get(call.guild.id);
  return preview(call, deps, {
    title: call.t('policy-preview:ofRule', { rule: ruleLine(rule, call.t) }),
    policy: { ...policy, rules: place(policy.rules, rule) },
    isIts: (decided) => decided.of === 'server' && decided.id === rule.id,
    apply: (confirmed) => saveRule(confirmed, deps, rule, place),
  });
}

async function preview(
  call: SettingCall,
  deps: CommandDeps,
  { title, policy, isIts, apply }: Candidate,
): Promise<Reply> {
  const { guild, t, show, signal } = call;
  const canSee = createCanSee(call);
  const recent = channelsWithMessagesSince(guild, deps.clock.now() - SPAN_MS);
  const visible = await Promise.all(recent.map((channelId) => canSee({ channelId })));
  call.progress(t('policy-preview:reading'));
  const result = await deps.policyPreview.run({
    guildId: guild.id,
    // In enforce mode, to show the effects that watch mode would leave out.
    policy: { ...policy, mode: 'enforce' },
    channelIds: recent.filter((_, index) => visible[index]),
    canSee,
    signal,
    onProgress: (done, total) => call.progress(t('policy-preview:progress', { done, total })),
  });
  if (result.kind === 'unavailable') {
    throw new UserError(t('policy-preview:unavailable', { reason: show(result.reason) }));
  }
  return deps.questions.ask(call, {
    embeds: previewEmbeds(t, { title, result, isIts }),
    choices: [
      {
        label: t('policy-preview:apply'),
        style: ButtonStyle.Primary,
        run(confirmed) {
          checkMayConfigure(confirmed);
          return apply(confirmed);
        },
      },
    ],
  });
}
