import { z } from 'zod';
import { PRESETS } from './presets.ts';
import {
  effectsSchema,
  HARMLESS_ACTION,
  MAX_RULE_NAME_LENGTH,
  MAX_RULES,
  type Rule,
} from './rules.ts';

/* Policies stored before rules had conditions: a record of effects by suggested action, which held every default, too. */

const rulesByActionSchema = z.record(z.string(), effectsSchema);

const ALERT: Rule['effects'] = [{ kind: 'alert' }];

/** The rules as a list, without those that only repeat the preset `normal`. What is no such record stays as it is. */
export function fromRulesByAction(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored;
  const { data } = rulesByActionSchema.safeParse(stored);
  if (data === undefined) return stored;
  const defaults = new Map(
    PRESETS.normal.flatMap(({ when, effects }) =>
      (when.actions ?? []).map((action) => [action, effects] as const),
    ),
  );
  // A rule that was removed made its action an unknown one: it led to an alert.
  const byAction = new Map([...defaults.keys()].map((action) => [action, ALERT]));
  for (const [action, effects] of Object.entries(data)) {
    byAction.set(action.trim().toLowerCase(), effects);
  }
  return (
    [...byAction]
      .filter(([action, effects]) => action !== '' && !isDefault(action, effects))
      .map(([action, effects]) => ({
        id: action,
        name: action.slice(0, MAX_RULE_NAME_LENGTH),
        when: { actions: [action] },
        effects,
      }))
      // There was no limit. What is left out is an unknown action again; those that a preset punishes are first.
      .slice(0, MAX_RULES)
  );

  function isDefault(action: string, effects: Rule['effects']): boolean {
    if (action === '*') return true;
    if (action === HARMLESS_ACTION) return effects.length === 0;
    return JSON.stringify(effects) === JSON.stringify(defaults.get(action));
  }
}
