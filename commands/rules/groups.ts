import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import {
  type AutocompleteCall,
  type Choice,
  type CommandDeps,
  HARMLESS_ACTION,
  KNOWN_ACTIONS,
  MAX_RULE_NAME_LENGTH,
  MAX_RULES,
  presetNameSchema,
} from '../../src/bot/command-kit.ts';
import { suggestEffects } from '../moderation/effects-input.ts';
import { choice, describe } from '../shared/describe.ts';
import type { SubcommandGroup } from '../shared/subcommands.ts';
import { SCORE_PATHS, shortName } from './conditions-input.ts';
import { listRules } from './list.ts';
import { moveRule, removeRule } from './order.ts';
import { resetPreset, setAgeRestrictedPreset, setPreset } from './presets.ts';
import { suggestRules } from './rule-chosen.ts';
import { addRule, CLEARABLE, editRule } from './save-rule.ts';

/* The subcommands `/moderation rule …` and `/moderation preset …`. */

type Builder = SlashCommandSubcommandBuilder;

const MAX_INPUT = 500;

const rule = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, 'rules:options.rule')
      .setRequired(true)
      .setMaxLength(100)
      .setAutocomplete(true),
  );

export const newRule = (sub: Builder): Builder => position(conditions(named(sub, true)), false);

const named = (sub: Builder, isRequired: boolean): Builder =>
  sub
    .addStringOption((option) =>
      describe(option, 'rules:options.name')
        .setRequired(isRequired)
        .setMaxLength(MAX_RULE_NAME_LENGTH),
    )
    .addStringOption((option) =>
      describe(option, 'moderation:options.effects').setRequired(isRequired).setAutocomplete(true),
    );

const conditions = (sub: Builder): Builder =>
  sub
    .addStringOption((option) =>
      describe(option, 'rules:options.actions').setMaxLength(MAX_INPUT).setAutocomplete(true),
    )
    .addStringOption((option) =>
      describe(option, 'rules:options.scores').setMaxLength(MAX_INPUT).setAutocomplete(true),
    )
    .addStringOption((option) =>
      describe(option, 'rules:options.languages').setMaxLength(MAX_INPUT),
    )
    .addStringOption((option) => describe(option, 'rules:options.account-age'))
    .addStringOption((option) => describe(option, 'rules:options.member-age'))
    .addChannelOption((option) => describe(option, 'rules:options.channel'))
    .addRoleOption((option) => describe(option, 'rules:options.role'))
    .addBooleanOption((option) => describe(option, 'rules:options.blocked-words'));

const position = (sub: Builder, isRequired: boolean): Builder =>
  sub.addIntegerOption((option) =>
    describe(option, 'rules:options.position')
      .setRequired(isRequired)
      .setMinValue(1)
      .setMaxValue(MAX_RULES),
  );

export const preset = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, 'rules:options.preset')
      .setRequired(true)
      .addChoices(
        ...presetNameSchema.options.map((name) => choice(name, `rules:presetChoice.${name}`)),
      ),
  );

const targets = (sub: Builder): Builder =>
  sub
    .addChannelOption((option) => describe(option, 'rules:groups.preset.options.channel'))
    .addRoleOption((option) => describe(option, 'rules:groups.preset.options.role'));

export const ruleGroup: SubcommandGroup = {
  key: 'rules:groups.rule',
  members: [
    { key: 'rules:groups.rule.subcommands.list', run: listRules },
    {
      key: 'rules:groups.rule.subcommands.add',
      options: newRule,
      run: addRule,
      suggest,
    },
    {
      key: 'rules:groups.rule.subcommands.edit',
      options: (sub) =>
        conditions(named(rule(sub), false)).addStringOption((option) =>
          describe(option, 'rules:options.clear').addChoices(
            ...CLEARABLE.map((condition) => choice(condition, `rules:condition.${condition}`)),
          ),
        ),
      run: editRule,
      suggest,
    },
    {
      key: 'rules:groups.rule.subcommands.move',
      options: (sub) => position(rule(sub), true),
      run: moveRule,
      suggest,
    },
    { key: 'rules:groups.rule.subcommands.remove', options: rule, run: removeRule, suggest },
  ],
};

export const presetGroup: SubcommandGroup = {
  key: 'rules:groups.preset',
  members: [
    {
      key: 'rules:groups.preset.subcommands.set',
      options: (sub) => targets(preset(sub)),
      run: setPreset,
    },
    {
      key: 'rules:groups.preset.subcommands.age-restricted',
      options: preset,
      run: setAgeRestrictedPreset,
    },
    { key: 'rules:groups.preset.subcommands.reset', options: targets, run: resetPreset },
  ],
};

export async function suggest(
  call: AutocompleteCall,
  { policies }: CommandDeps,
): Promise<readonly Choice[]> {
  const { name, value } = call.interaction.options.getFocused(true);
  switch (name) {
    case 'rule':
      return suggestRules(await policies.get(call.guild.id), call);
    case 'effects':
      return suggestEffects(value);
    case 'actions':
      return suggestNext(value, [...KNOWN_ACTIONS, HARMLESS_ACTION]);
    case 'scores':
      return suggestNext(
        value,
        SCORE_PATHS.map((path) => `${shortName(path)} 0.8`),
      );
    default:
      return [];
  }
}

/** Completes the last part of a comma-separated list. */
function suggestNext(typed: string, values: readonly string[]): Choice[] {
  const parts = typed.split(',');
  const last = (parts.at(-1) ?? '').trim().toLowerCase();
  const before = parts.slice(0, -1).map((part) => part.trim());
  return values
    .filter((value) => value.toLowerCase().includes(last) && !before.includes(value))
    .map((value) => [...before, value].join(', '))
    .filter((text) => text.length <= 100)
    .map((text) => ({ name: text, value: text }));
}
