import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { setAlerts } from './alerts.ts';
import { addKeyword, removeKeyword, suggestKeywords } from './change.ts';
import { listKeywords } from './list.ts';
import { showFailed } from './failed.ts';
import { commandOf } from '../shared/subcommands.ts';
import { describe } from '../shared/describe.ts';

export const keywordsCommand = commandOf({
  key: 'keywords',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      key: 'keywords:subcommands.add',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'keywords:options.keyword').setRequired(true),
        ),
      run: addKeyword,
    },
    {
      key: 'keywords:subcommands.remove',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'keywords:options.keyword').setRequired(true).setAutocomplete(true),
        ),
      run: removeKeyword,
      suggest: suggestKeywords,
    },
    { key: 'keywords:subcommands.list', run: listKeywords },
    {
      key: 'keywords:subcommands.alerts',
      options: (sub) =>
        sub
          .addChannelOption((option) =>
            describe(option, 'keywords:options.channel').addChannelTypes(
              ChannelType.GuildText,
              ChannelType.GuildAnnouncement,
            ),
          )
          .addRoleOption((option) => describe(option, 'keywords:options.role'))
          .addBooleanOption((option) => describe(option, 'keywords:options.reset')),
      run: setAlerts,
    },
    { key: 'keywords:subcommands.failed', run: showFailed },
  ],
});
