import type { Choice, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/sanitize.ts';
import { UserError } from '../../src/lib/errors.ts';
import type { Effect } from '../../src/moderation/effects.ts';
import type { Policy } from '../../src/moderation/policy/policy.ts';
import { KNOWN_ACTIONS } from '../../src/moderation/policy/presets.ts';
import { HARMLESS_ACTION } from '../../src/moderation/policy/rules.ts';
import type { Translate } from '../../src/locales/translate.ts';
import type { CommandDeps } from '../deps.ts';
import { changePolicy, confirmPolicyChange, type Change } from './change.ts';
import { consequencesOf, excludes, punishesSilently } from './consequences.ts';
import { EFFECT_EXAMPLES, readEffects, writeEffects } from './effects-input.ts';
import { checkEffects } from './may.ts';

const ANY_ACTION = '*';

/* The rules: what each suggested action does. */

export async function setRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t } = call;
  const action = actionOf(call);
  const effects = readEffects(call.interaction.options.getString('effects', true), t);
  if (action === ANY_ACTION && (effects.length !== 1 || effects[0]?.kind !== 'alert')) {
    throw new UserError(t('moderation:reply.problem.anyOtherOnlyAlerts'));
  }
  if (action === HARMLESS_ACTION && effects.some(({ kind }) => kind !== 'alert')) {
    throw new UserError(t('moderation:reply.problem.passOnlyAlerts'));
  }
  checkEffects(call, effects);
  if (!excludes(effects) && !punishesSilently(effects)) {
    return changePolicy(call, deps, ruleChange(action, effects));
  }
  const withAlert: Effect[] = [...effects, { kind: 'alert' }];
  return confirmPolicyChange(call, deps, {
    content: [
      t('moderation:confirm.rule', { action: defuse(action, 64), effects: writeEffects(effects) }),
      ...consequencesOf(effects, t),
    ].join('\n'),
    changes: punishesSilently(effects)
      ? [
          { label: t('moderation:confirm.keepAlert'), change: ruleChange(action, withAlert) },
          { label: t('moderation:confirm.dropAlert'), change: ruleChange(action, effects) },
        ]
      : [{ label: t('moderation:confirm.save'), change: ruleChange(action, effects) }],
    check: (confirmed) => checkEffects(confirmed, effects),
  });
}

function ruleChange(action: string, effects: Effect[]): (policy: Policy) => Change {
  return (policy) => ({
    policy: {
      ...policy,
      rules: [
        ...policy.rules.filter(({ id }) => id !== action),
        { id: action, name: action, when: { actions: [action] }, effects },
      ],
    },
    describe: (reader) =>
      reader('moderation:reply.changed.rule', {
        action: defuse(action, 64),
        effects: writeEffects(effects),
      }),
  });
}

export async function removeRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const action = actionOf(call);
  return changePolicy(call, deps, (policy) => {
    if (!policy.rules.some(({ id }) => id === action)) {
      const values = { action: defuse(action, 64), command: call.mention('moderation status') };
      throw new UserError(call.t('moderation:reply.problem.noRule', values));
    }
    const rules = policy.rules.filter(({ id }) => id !== action);
    const describe = (reader: Translate): string =>
      action === HARMLESS_ACTION
        ? reader('moderation:reply.changed.passRemoved')
        : reader('moderation:reply.changed.ruleRemoved', { action: defuse(action, 64) });
    return { policy: { ...policy, rules }, describe };
  });
}

function actionOf({ interaction, t }: SlashCall): string {
  const action = interaction.options.getString('action', true).trim().toLowerCase();
  if (action === '') throw new UserError(t('moderation:reply.problem.noAction'));
  return action;
}

/** The actions a server has rules for, and those of the default rules. */
export function suggestActions(typed: string, policy: Policy, t: Translate): Choice[] {
  const actions = new Set([...policy.rules.map(({ id }) => id), ...KNOWN_ACTIONS]);
  const wanted = typed.trim().toLowerCase();
  return [...actions]
    .filter((action) => action.includes(wanted))
    .map((action) => ({
      name: action === ANY_ACTION ? t('moderation:anyOtherAction', { action }) : action,
      value: action,
    }));
}

export function suggestEffects(typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase();
  return EFFECT_EXAMPLES.filter((example) => example.includes(wanted)).map((example) => ({
    name: example,
    value: example,
  }));
}
