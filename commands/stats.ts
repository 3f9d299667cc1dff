import { PermissionFlagsBits } from 'discord.js';
import { commandOf } from './shared/subcommands.ts';
import { spanOptions, suggestSpan } from './shared/span-input.ts';
import { showHistory } from './stats/history.ts';
import { showLifetime } from './stats/lifetime.ts';
import { stats, subcommands } from './texts/stats.ts';

/** How much was moderated. For moderators: those who may time members out. */
export const statsCommand = commandOf({
  texts: stats,
  permission: PermissionFlagsBits.ModerateMembers,
  members: [
    { texts: subcommands.lifetime, run: showLifetime },
    {
      texts: subcommands.history,
      options: spanOptions,
      run: showHistory,
      suggest: suggestSpan,
    },
  ],
});
