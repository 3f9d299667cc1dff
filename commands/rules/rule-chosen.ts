import {
  type AutocompleteCall,
  type Choice,
  defuse,
  type Policy,
  type Rule,
  type SlashCall,
  visible,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** Finds the option's rule: a suggestion's id, a number in the list, or a name. Throws a `UserError` for anything else. */
export function ruleChosen({ rules }: Policy, { interaction, t, mention }: SlashCall): Rule {
  const entered = interaction.options.getString('rule', true).trim();
  const wanted = entered.toLowerCase();
  const found =
    rules.find(({ id }) => id === entered) ??
    rules.find(({ name }) => name.toLowerCase() === wanted) ??
    rules.find((_, index) => String(index + 1) === wanted.replace(/\.$/, ''));
  if (found !== undefined) return found;
  const values = { rule: defuse(entered, 80), command: mention('moderation rule list') };
  throw new UserError(t('rules:problem.noRule', values));
}

export function suggestRules(
  { rules }: Policy,
  { interaction }: AutocompleteCall,
): readonly Choice[] {
  const wanted = interaction.options.getFocused().trim().toLowerCase();
  return rules.flatMap(({ id, name }, index) =>
    name.toLowerCase().includes(wanted) || String(index + 1) === wanted
      ? [{ name: `${index + 1}. ${visible(name, 90)}`, value: id }]
      : [],
  );
}
