import { z } from 'zod';
import { PRESETS } from './presets.ts';
import { effectsSchema, HARMLESS_ACTION, type Rule } from './rules.ts';

/* Policies stored before rules had conditions: a record of effects by suggested action, which held every default, too. */

const rulesByActionSchema = z.record(z.string(), effectsSchema);

const ALERT: Rule['effects'] = [{ kind: 'alert' }];

/** The rules as a list, without those that only repeat the preset `normal`. What is no such record stays as it is. */
export function fromRulesByAction(stored: unknown): unknown {
  if (Array.isArray(stored)) return stored;
  const { data } = rulesByActionSchema.safeParse(stored);
  if (data === undefined) return stored;
  const byAction = new Map(
    Object.entries(data).map(([action, effects]) => [action.toLowerCase(), effects]),
  );
  const defaults = new Map(
    PRESETS.normal.flatMap(({ when, effects }) =>
      (when.actions ?? []).map((action) => [action, effects] as const),
    ),
  );
  // A rule that was removed made its action an unknown one: it led to an alert.
  for (const action of defaults.keys()) {
    if (!byAction.has(action)) byAction.set(action, ALERT);
  }
  return [...byAction]
    .filter(([action, effects]) => !isDefault(action, effects))
    .map(([action, effects]) => ({
      id: action,
      name: action,
      when: { actions: [action] },
      effects,
    }));

  function isDefault(action: string, effects: Rule['effects']): boolean {
    if (action === '*') return true;
    if (action === HARMLESS_ACTION) return effects.length === 0;
    return JSON.stringify(effects) === JSON.stringify(defaults.get(action));
  }
}
