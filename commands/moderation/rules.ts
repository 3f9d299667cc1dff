import type { Choice, Reply, SlashCall } from '../../src/discord/interactions/command.ts';
import { defuse } from '../../src/discord/text.ts';
import { UserError } from '../../src/lib/errors.ts';
import { ANY_ACTION, defaultPolicy, type Policy } from '../../src/moderation/policy.ts';
import type { CommandDeps } from '../deps.ts';
import { changed, options, problems } from '../texts/moderation.ts';
import { changePolicy } from './change.ts';
import { EFFECT_EXAMPLES, readEffects, writeEffects } from './effects-input.ts';
import { checkEffects } from './may.ts';

/* What follows from a word of `suggestedAction`. */

export async function setRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const word = wordOf(call);
  const effects = readEffects(call.interaction.options.getString(options.effects.name.en, true));
  if (word === ANY_ACTION && (effects.length !== 1 || effects[0]?.kind !== 'alert')) {
    throw new UserError(problems.restOnlyAlerts);
  }
  checkEffects(call, effects);
  return changePolicy(call, deps, (policy) => ({
    policy: { ...policy, rules: { ...policy.rules, [word]: effects } },
    said: changed.rule(defuse(word, 64), writeEffects(effects)),
  }));
}

export async function removeRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const word = wordOf(call);
  return changePolicy(call, deps, (policy) => {
    if (!Object.hasOwn(policy.rules, word)) {
      throw new UserError(problems.noRule(defuse(word, 64)));
    }
    const { [word]: _removed, ...rules } = policy.rules;
    const said = word === 'pass' ? changed.passRemoved : changed.ruleRemoved(defuse(word, 64));
    return { policy: { ...policy, rules }, said };
  });
}

function wordOf({ interaction }: SlashCall): string {
  const word = interaction.options.getString(options.action.name.en, true).trim().toLowerCase();
  if (word === '') throw new UserError(problems.noWord);
  return word;
}

/** The words a server has rules for, and those it started with. */
export function suggestWords(typed: string, policy: Policy): Choice[] {
  const words = new Set([...Object.keys(policy.rules), ...Object.keys(defaultPolicy.rules)]);
  const wanted = typed.trim().toLowerCase();
  return [...words]
    .filter((word) => word.includes(wanted))
    .map((word) => ({
      name: word === ANY_ACTION ? `${word} (any other word)` : word,
      value: word,
    }));
}

export function suggestEffects(typed: string): Choice[] {
  const wanted = typed.trim().toLowerCase();
  return EFFECT_EXAMPLES.filter((example) => example.includes(wanted)).map((example) => ({
    name: example,
    value: example,
  }));
}
