import { PermissionFlagsBits } from 'discord.js';
import { commandOf } from '../shared/subcommands.ts';
import { spanOptions, suggestSpan } from '../shared/span-input.ts';
import { showHistory } from './history.ts';
import { showLifetime } from './lifetime.ts';
import { showModerators } from './moderators.ts';
import { daysOption, showServer } from './server.ts';

export const statsCommand = commandOf({
  key: 'stats',
  permission: PermissionFlagsBits.ModerateMembers,
  members: [
    {
      key: 'stats:subcommands.server',
      options: daysOption('stats:subcommands.server.options.days'),
      run: showServer,
    },
    {
      key: 'stats:subcommands.moderators',
      options: daysOption('stats:subcommands.moderators.options.days'),
      run: showModerators,
    },
    { key: 'stats:subcommands.lifetime', run: showLifetime },
    {
      key: 'stats:subcommands.history',
      options: spanOptions,
      run: showHistory,
      suggest: suggestSpan,
    },
  ],
});
