import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { requestAction } from './action.ts';
import { showAnalytics, showAvailable, suggestTags } from './analytics.ts';
import { showAudit, suggestTypes } from './audit.ts';
import { addRole, banMember, removeRole, unbanMember } from './members.ts';
import { changeSetting, suggestSetting } from './setting.ts';
import { commandOf } from '../shared/subcommands.ts';
import { describe } from '../shared/describe.ts';
import { spanOptions, suggestSpan } from '../shared/span-input.ts';

type Builder = SlashCommandSubcommandBuilder;

const user = (sub: Builder): Builder =>
  sub.addUserOption((option) => describe(option, 'property:options.user').setRequired(true));

const userAndReason = (sub: Builder): Builder =>
  user(sub).addStringOption((option) =>
    describe(option, 'property:options.reason').setMaxLength(300),
  );

const userAndRole = (sub: Builder): Builder =>
  user(sub).addRoleOption((option) => describe(option, 'property:options.role').setRequired(true));

export const propertyCommand = commandOf({
  key: 'property',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    { key: 'property:subcommands.service-ban', options: userAndReason, run: banMember },
    { key: 'property:subcommands.service-unban', options: userAndReason, run: unbanMember },
    {
      key: 'property:subcommands.roles',
      members: [
        { key: 'property:subcommands.roles.subcommands.add', options: userAndRole, run: addRole },
        {
          key: 'property:subcommands.roles.subcommands.remove',
          options: userAndRole,
          run: removeRole,
        },
      ],
    },
    {
      key: 'property:subcommands.action',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'property:options.command').setRequired(true).setMaxLength(64),
          )
          .addStringOption((option) =>
            describe(option, 'property:options.operation')
              .setRequired(true)
              .addChoices({ name: 'add', value: 'add' }, { name: 'remove', value: 'remove' }),
          )
          .addStringOption((option) =>
            describe(option, 'property:options.targets').setMaxLength(2000),
          )
          .addStringOption((option) =>
            describe(option, 'property:options.values').setMaxLength(2000),
          ),
      run: requestAction,
    },
    {
      key: 'property:subcommands.setting',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'property:options.key')
              .setRequired(true)
              .setMaxLength(200)
              .setAutocomplete(true),
          )
          .addStringOption((option) =>
            describe(option, 'property:options.value')
              .setRequired(true)
              .setMaxLength(4000)
              .setAutocomplete(true),
          )
          .addStringOption((option) =>
            describe(option, 'property:options.more').setMaxLength(4000),
          ),
      run: changeSetting,
      suggest: suggestSetting,
    },
    {
      key: 'property:subcommands.analytics',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'property:options.tag')
            .setRequired(true)
            .setMaxLength(256)
            .setAutocomplete(true),
        ),
      run: showAnalytics,
      suggest: suggestTags,
    },
    {
      key: 'property:subcommands.available',
      options: spanOptions,
      run: showAvailable,
      suggest: suggestSpan,
    },
    {
      key: 'property:subcommands.audit',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'property:options.type').setMaxLength(50).setAutocomplete(true),
          )
          .addUserOption((option) => describe(option, 'property:options.user')),
      run: showAudit,
      suggest: suggestTypes,
    },
  ],
});
