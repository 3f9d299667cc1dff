import { PermissionFlagsBits } from 'discord.js';
import { commandOf } from '../shared/subcommands.ts';
import { spanOptions, suggestSpan } from '../shared/span-input.ts';
import { showHistory } from './history.ts';
import { showLifetime } from './lifetime.ts';
import { serverOptions, showServer } from './server.ts';

export const statsCommand = commandOf({
  key: 'stats',
  permission: PermissionFlagsBits.ModerateMembers,
  members: [
    { key: 'stats:subcommands.server', options: serverOptions, run: showServer },
    { key: 'stats:subcommands.lifetime', run: showLifetime },
    {
      key: 'stats:subcommands.history',
      options: spanOptions,
      run: showHistory,
      suggest: suggestSpan,
    },
  ],
});
