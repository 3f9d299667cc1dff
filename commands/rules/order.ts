import { type CommandDeps, defuse, type Reply, type SlashCall } from '../../src/bot/command-kit.ts';
import { changePolicy } from '../moderation/change.ts';
import { ruleChosen } from './rule-chosen.ts';

/* Reordering and removal of rules. */

export function moveRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const position = call.interaction.options.getInteger('position', true);
  return changePolicy(call, deps, (policy) => {
    const rule = ruleChosen(policy, call);
    const others = policy.rules.filter(({ id }) => id !== rule.id);
    const index = Math.min(position, policy.rules.length) - 1;
    return {
      policy: { ...policy, rules: others.toSpliced(index, 0, rule) },
      describe: (reader) =>
        reader('rules:changed.moved', { rule: defuse(rule.name, 80), position: index + 1 }),
    };
  });
}

export function removeRule(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  return changePolicy(call, deps, (policy) => {
    const rule = ruleChosen(policy, call);
    return {
      policy: { ...policy, rules: policy.rules.filter(({ id }) => id !== rule.id) },
      describe: (reader) => reader('rules:changed.removed', { rule: defuse(rule.name, 80) }),
    };
  });
}
