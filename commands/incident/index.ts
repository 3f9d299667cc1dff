import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { choice, describe } from '../shared/describe.ts';
import { commandOf } from '../shared/subcommands.ts';
import { endIncident } from './end.ts';
import { listIncidents } from './list.ts';
import { changeSettings, HACKED_ACCOUNTS } from './settings.ts';
import { showIncident } from './show.ts';

export const incidentCommand = commandOf({
  key: 'incident',
  permission: PermissionFlagsBits.ManageMessages,
  members: [
    { key: 'incident:subcommands.list', run: listIncidents },
    {
      key: 'incident:subcommands.show',
      options: withNumber,
      run: showIncident,
    },
    {
      key: 'incident:subcommands.end',
      options: withNumber,
      run: endIncident,
    },
    {
      key: 'incident:subcommands.settings',
      options: (sub) =>
        sub
          .addBooleanOption((option) => describe(option, 'moderation:options.enabled'))
          .addIntegerOption((option) =>
            describe(option, 'incident:subcommands.settings.options.members')
              .setMinValue(2)
              .setMaxValue(100),
          )
          .addIntegerOption((option) =>
            describe(option, 'incident:subcommands.settings.options.new-members')
              .setMinValue(2)
              .setMaxValue(100),
          )
          .addIntegerOption((option) =>
            describe(option, 'incident:subcommands.settings.options.seconds')
              .setMinValue(10)
              .setMaxValue(600),
          )
          .addIntegerOption((option) =>
            describe(option, 'incident:subcommands.settings.options.quiet-minutes')
              .setMinValue(1)
              .setMaxValue(120),
          )
          .addBooleanOption((option) =>
            describe(option, 'incident:subcommands.settings.options.timeout'),
          )
          .addStringOption((option) =>
            describe(option, 'incident:subcommands.settings.options.hacked-accounts').addChoices(
              ...HACKED_ACCOUNTS.map((name) =>
                choice(name, `incident:settings.hackedChoice.${name}`),
              ),
            ),
          )
          .addIntegerOption((option) =>
            describe(option, 'incident:subcommands.settings.options.hacked-channels')
              .setMinValue(3)
              .setMaxValue(10),
          ),
      run: changeSettings,
    },
  ],
});

function withNumber(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub.addIntegerOption((option) =>
    describe(option, 'incident:options.number').setMinValue(1),
  );
}
