import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { askForAction } from './property/action.ts';
import { showAnalytics, suggestTags } from './property/analytics.ts';
import { showAudit, suggestTypes } from './property/audit.ts';
import { banMember, giveRole, takeRole, unbanMember } from './property/members.ts';
import { changeSetting, suggestSetting } from './property/setting.ts';
import { commandOf } from './shared/subcommands.ts';
import { describe } from './texts/localise.ts';
import { options, property, subcommands } from './texts/property.ts';

type Builder = SlashCommandSubcommandBuilder;

const user = (sub: Builder): Builder =>
  sub.addUserOption((option) => describe(option, options.user).setRequired(true));

const userAndReason = (sub: Builder): Builder =>
  user(sub).addStringOption((option) => describe(option, options.reason).setMaxLength(300));

const userAndRole = (sub: Builder): Builder =>
  user(sub).addRoleOption((option) => describe(option, options.role).setRequired(true));

/** This server at the property console. For those who may manage it; what falls on members asks for more. */
export const propertyCommand = commandOf({
  texts: property,
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    { texts: subcommands.ban, options: userAndReason, run: banMember },
    { texts: subcommands.unban, options: userAndReason, run: unbanMember },
    {
      texts: subcommands.roles,
      members: [
        { texts: subcommands.rolesAdd, options: userAndRole, run: giveRole },
        { texts: subcommands.rolesRemove, options: userAndRole, run: takeRole },
      ],
    },
    {
      texts: subcommands.action,
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, options.command).setRequired(true).setMaxLength(64),
          )
          .addStringOption((option) =>
            describe(option, options.operation)
              .setRequired(true)
              .addChoices({ name: 'add', value: 'add' }, { name: 'remove', value: 'remove' }),
          )
          .addStringOption((option) => describe(option, options.targets).setMaxLength(2000))
          .addStringOption((option) => describe(option, options.values).setMaxLength(2000)),
      run: askForAction,
    },
    {
      texts: subcommands.setting,
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, options.key).setRequired(true).setMaxLength(200).setAutocomplete(true),
          )
          .addStringOption((option) =>
            describe(option, options.value)
              .setRequired(true)
              .setMaxLength(4000)
              .setAutocomplete(true),
          ),
      run: changeSetting,
      suggest: suggestSetting,
    },
    {
      texts: subcommands.analytics,
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, options.tag).setRequired(true).setMaxLength(256).setAutocomplete(true),
        ),
      run: showAnalytics,
      suggest: suggestTags,
    },
    {
      texts: subcommands.audit,
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, options.type).setMaxLength(50).setAutocomplete(true),
          )
          .addUserOption((option) => describe(option, options.user)),
      run: showAudit,
      suggest: suggestTypes,
    },
  ],
});
