import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { setAlerts } from './keywords/alerts.ts';
import { addKeyword, removeKeyword, suggestKeywords } from './keywords/change.ts';
import { listKeywords } from './keywords/list.ts';
import { showParked } from './keywords/parked.ts';
import { commandOf } from './shared/subcommands.ts';
import { keywords, options, subcommands } from './texts/keywords.ts';
import { describe } from './texts/localise.ts';

/** The keywords of a server. For those who may manage it. */
export const keywordsCommand = commandOf({
  texts: keywords,
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      texts: subcommands.add,
      options: (sub) =>
        sub.addStringOption((option) => describe(option, options.keyword).setRequired(true)),
      run: addKeyword,
    },
    {
      texts: subcommands.remove,
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, options.keyword).setRequired(true).setAutocomplete(true),
        ),
      run: removeKeyword,
      suggest: suggestKeywords,
    },
    { texts: subcommands.list, run: listKeywords },
    {
      texts: subcommands.alerts,
      options: (sub) =>
        sub
          .addChannelOption((option) =>
            describe(option, options.channel).addChannelTypes(
              ChannelType.GuildText,
              ChannelType.GuildAnnouncement,
            ),
          )
          .addRoleOption((option) => describe(option, options.role))
          .addBooleanOption((option) => describe(option, options.reset)),
      run: setAlerts,
    },
    { texts: subcommands.parked, run: showParked },
  ],
});
