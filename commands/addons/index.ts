import { PermissionFlagsBits } from 'discord.js';
import { describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';
import { disableAlerts, enableAlerts, MAX_WEBHOOK_LENGTH } from './alerts.ts';
import { listKeywords, removeKeyword, suggestKeywords } from './keywords.ts';
import { listAddons } from './list.ts';
import { issueSecret } from './secret.ts';

/** The add-ons of the bot's account at the service, for members who can manage the server. */
export const addonsCommand = commandOf({
  key: 'addons',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    { key: 'addons:subcommands.list', run: listAddons },
    {
      key: 'addons:subcommands.enable',
      options: (sub) =>
        sub
          .addStringOption((option) =>
            describe(option, 'addons:options.webhook').setMaxLength(MAX_WEBHOOK_LENGTH),
          )
          .addBooleanOption((option) => describe(option, 'addons:options.full-message')),
      run: enableAlerts,
    },
    { key: 'addons:subcommands.disable', run: disableAlerts },
    {
      key: 'addons:subcommands.secret',
      options: (sub) => sub.addBooleanOption((option) => describe(option, 'addons:options.renew')),
      run: issueSecret,
    },
    { key: 'addons:subcommands.keywords', run: listKeywords },
    {
      key: 'addons:subcommands.remove-keyword',
      options: (sub) =>
        sub.addStringOption((option) =>
          describe(option, 'addons:options.keyword').setRequired(true).setAutocomplete(true),
        ),
      run: removeKeyword,
      suggest: suggestKeywords,
    },
  ],
});
