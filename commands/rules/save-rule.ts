import { randomUUID } from 'node:crypto';
import {
  type CommandDeps,
  type Conditions,
  coversHarmless,
  defuse,
  type Effect,
  HARMLESS_ACTION,
  MAX_RULES,
  type Policy,
  type Reply,
  type Rule,
  type SlashCall,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';
import { changePolicy, confirmPolicyChange, type Change } from '../moderation/change.ts';
import { consequencesOf, excludes, punishesSilently } from '../moderation/consequences.ts';
import { readEffects, writeEffects } from '../moderation/effects-input.ts';
import { checkEffects } from '../moderation/may.ts';
import type { SettingCall } from '../settings/setting.ts';
import { readConditions } from './conditions-input.ts';
import { conditionsText, ruleLine } from './rule-lines.ts';
import { ruleChosen } from './rule-chosen.ts';

/* Adds or changes a rule. */

export function addRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { rule, place } = enteredRule(call);
  return saveRule(call, deps, rule, place);
}

export type PlaceRule = (rules: readonly Rule[], saved: Rule) => Rule[];

/** Parses a new rule. Throws a `UserError` if it is invalid. */
export function enteredRule({ t, interaction }: SlashCall): { rule: Rule; place: PlaceRule } {
  const name = interaction.options.getString('name', true).trim();
  const when = checkedConditions(readConditions(interaction, t), t);
  const effects = readEffects(interaction.options.getString('effects', true), t);
  const position = interaction.options.getInteger('position');
  const rule: Rule = { id: randomUUID().slice(0, 8), name, when, effects };
  const place: PlaceRule = (rules, saved) => {
    if (rules.length >= MAX_RULES) {
      throw new UserError(t('rules:problem.tooManyRules', { max: MAX_RULES }));
    }
    return rules.toSpliced((position ?? rules.length + 1) - 1, 0, saved);
  };
  return { rule, place };
}

/** Conditions that an edit can clear. */
export const CLEARABLE = [
  'actions',
  'scores',
  'languages',
  'accountAgeUnderDays',
  'memberAgeUnderDays',
  'channelIds',
  'roleIds',
  'words',
] as const satisfies readonly (keyof Conditions)[];

export async function editRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { t, interaction, guild } = call;
  const { options } = interaction;
  const before = ruleChosen(await deps.policies.get(guild.id), call);
  const entered = readConditions(interaction, t);
  const cleared = options.getString('clear');
  const effects = options.getString('effects');
  const name = options.getString('name');
  const kept: Partial<Conditions> = Object.fromEntries(
    Object.entries(before.when).filter(([condition]) => condition !== cleared),
  );
  const when = checkedConditions(
    {
      ...kept,
      ...entered,
      // Discord offers one channel and one role per command, so an edit adds to them.
      ...together('channelIds', kept, entered),
      ...together('roleIds', kept, entered),
    },
    t,
  );
  const rule: Rule = {
    id: before.id,
    name: name?.trim() ?? before.name,
    when,
    effects: effects === null ? before.effects : readEffects(effects, t),
  };
  return saveRule(call, deps, rule, (rules, saved) =>
    rules.map((other) => (other.id === saved.id ? saved : other)),
  );
}

function together(
  key: 'channelIds' | 'roleIds',
  before: Partial<Conditions>,
  entered: Partial<Conditions>,
): Partial<Conditions> {
  const added = entered[key];
  return added === undefined ? {} : { [key]: [...new Set([...(before[key] ?? []), ...added])] };
}

function checkedConditions(when: Partial<Conditions>, t: Translate): Conditions {
  if (Object.values(when).every((condition) => condition === undefined)) {
    throw new UserError(t('rules:problem.noCondition'));
  }
  return when;
}

/** Saves a rule; severe consequences need a confirmation. */
export function saveRule(
  call: SettingCall,
  deps: CommandDeps,
  rule: Rule,
  place: PlaceRule,
): Promise<Reply> {
  const { t } = call;
  const { when, effects } = rule;
  if (when.actions?.includes(HARMLESS_ACTION) === true && !coversHarmless(rule)) {
    throw new UserError(t('rules:problem.passOnlyAlerts'));
  }
  checkEffects(call, effects);
  const change =
    (wanted: Effect[]) =>
    (policy: Policy): Change => {
      const saved = { ...rule, effects: wanted };
      return {
        policy: { ...policy, rules: place(policy.rules, saved) },
        describe: (reader) => reader('rules:changed.saved', { rule: ruleLine(saved, reader) }),
        hint: seemsToCoverHarmless(saved) ? t('rules:harmlessLeftAlone') : undefined,
      };
    };
  if (!excludes(effects) && !punishesSilently(effects)) {
    return changePolicy(call, deps, change(effects));
  }
  return confirmPolicyChange(call, deps, {
    content: [
      t('rules:confirm', {
        rule: defuse(rule.name, 80),
        conditions: conditionsText(when, t),
        effects: writeEffects(effects),
      }),
      ...consequencesOf(effects, t),
    ].join('\n'),
    changes: punishesSilently(effects)
      ? [
          {
            label: t('moderation:confirm.keepAlert'),
            change: change([...effects, { kind: 'alert' }]),
          },
          { label: t('moderation:confirm.dropAlert'), change: change(effects) },
        ]
      : [{ label: t('moderation:confirm.save'), change: change(effects) }],
    check: (confirmed) => checkEffects(confirmed, effects),
  });
}

/** Whether a person might expect the rule to match texts that the service finds harmless, although it does not. */
function seemsToCoverHarmless(rule: Rule): boolean {
  return rule.effects.length > 0 && rule.when.actions === undefined && !coversHarmless(rule);
}
