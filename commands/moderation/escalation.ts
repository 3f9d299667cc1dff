import type {
  CommandDeps,
  Effect,
  Policy,
  Reply,
  SlashCall,
  Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import type { SettingCall } from '../settings/setting.ts';
import { changePolicy, confirmPolicyChange, type Change, type CheckedCall } from './change.ts';
import { consequencesOf, excludes } from './consequences.ts';
import { readEffects, writeEffects } from './effects-input.ts';
import { checkEffects } from './may.ts';

/* Effects of repeated strikes. */

export function switchEscalation(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const enabled = call.interaction.options.getBoolean('enabled', true);
  const days = call.interaction.options.getInteger('days');
  return changeEscalation(call, deps, { enabled, days });
}

/** `days` null: unchanged. */
export async function changeEscalation(
  call: SettingCall,
  deps: CommandDeps,
  { enabled, days }: { readonly enabled: boolean; readonly days: number | null },
): Promise<Reply> {
  const { t } = call;
  const change = (policy: Policy): Change => {
    const escalation = {
      ...policy.escalation,
      enabled,
      windowDays: days ?? policy.escalation.windowDays,
    };
    const describe = (reader: Translate): string =>
      enabled
        ? reader('moderation:reply.changed.escalationOn', { count: escalation.windowDays })
        : reader('moderation:reply.changed.escalationOff');
    return { policy: { ...policy, escalation }, describe };
  };
  const { escalation } = await deps.policies.get(call.guild.id);
  const check = (by: CheckedCall): void => checkEffects(by, effectsOf(escalation));
  if (!enabled) return changePolicy(call, deps, change);
  check(call);
  if (escalation.enabled || !excludes(effectsOf(escalation))) {
    return changePolicy(call, deps, change);
  }
  const lines = escalation.steps.map(({ strikes, effect }) =>
    t('moderation:reply.status.step', { strikes, effect: writeEffects([effect]) }),
  );
  return confirmPolicyChange(call, deps, {
    content: [
      t('moderation:confirm.escalation', { count: days ?? escalation.windowDays }),
      ...lines.map((line) => `- ${line}`),
    ].join('\n'),
    changes: [{ label: t('moderation:confirm.save'), change }],
    check,
  });
}

function effectsOf({ steps }: Policy['escalation']): Effect[] {
  return steps.map(({ effect }) => effect);
}

export async function setStep(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t, mention } = call;
  const strikes = call.interaction.options.getInteger('strikes', true);
  const effects = readEffects(call.interaction.options.getString('effect', true), t);
  const [effect] = effects;
  if (effect === undefined || effects.length > 1) {
    throw new UserError(t('moderation:reply.problem.oneStepEffect'));
  }
  checkEffects(call, effects);
  const values = { strikes, effect: writeEffects(effects) };
  const change = (policy: Policy): Change => {
    const others = policy.escalation.steps.filter((step) => step.strikes !== strikes);
    const steps = [...others, { strikes, effect }].sort((a, b) => a.strikes - b.strikes);
    const command = mention('moderation escalation switch');
    return {
      policy: { ...policy, escalation: { ...policy.escalation, steps } },
      describe: (reader) => reader('moderation:reply.changed.step', values),
      hint: policy.escalation.enabled
        ? undefined
        : t('moderation:reply.hint.escalationOff', { command }),
    };
  };
  if (!excludes(effects)) return changePolicy(call, deps, change);
  return confirmPolicyChange(call, deps, {
    content: [
      t('moderation:confirm.step', values),
      // The alert comes from the rule of each message.
      ...consequencesOf([...effects, { kind: 'alert' }], t),
    ].join('\n'),
    changes: [{ label: t('moderation:confirm.save'), change }],
    check: (confirmed) => checkEffects(confirmed, effects),
  });
}

export async function removeStep(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const strikes = call.interaction.options.getInteger('strikes', true);
  return changePolicy(call, deps, (policy) => {
    const steps = policy.escalation.steps.filter((step) => step.strikes !== strikes);
    if (steps.length === policy.escalation.steps.length) {
      throw new UserError(call.t('moderation:reply.problem.noStep', { strikes }));
    }
    return {
      policy: { ...policy, escalation: { ...policy.escalation, steps } },
      describe: (reader) => reader('moderation:reply.changed.stepRemoved', { strikes }),
    };
  });
}
