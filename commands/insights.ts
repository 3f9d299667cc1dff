import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { MAX_INSIGHTS_RESULTS } from '../src/moderation/insights-jobs.ts';
import { suggestJobs } from './insights/jobs.ts';
import { runQuery } from './insights/query.ts';
import { showResults, showStatus } from './insights/stored.ts';
import { spanOptions, suggestSpan } from './shared/span-input.ts';
import { commandOf } from './shared/subcommands.ts';
import { insights, metrics, options, subcommands } from './texts/insights.ts';
import { describe } from './texts/localise.ts';

type Builder = SlashCommandSubcommandBuilder;

const job = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, options.job).setRequired(true).setMaxLength(100).setAutocomplete(true),
  );

const choices = Object.entries(metrics).map(([value, { en, ...others }]) => ({
  name: en,
  name_localizations: others,
  value,
}));

/**
 * How people talk. What they wrote is shown, so it is for those who manage the server, and the answer for who asked alone.
 */
export const insightsCommand = commandOf({
  texts: insights,
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      texts: subcommands.query,
      options: (sub) =>
        spanOptions(
          sub.addStringOption((option) =>
            describe(option, options.metric)
              .setRequired(true)
              .addChoices(...choices),
          ),
        ).addIntegerOption((option) =>
          describe(option, options.max).setMinValue(1).setMaxValue(MAX_INSIGHTS_RESULTS),
        ),
      run: runQuery,
      suggest: suggestSpan,
    },
    { texts: subcommands.status, options: job, run: showStatus, suggest: suggestJobs },
    { texts: subcommands.results, options: job, run: showResults, suggest: suggestJobs },
  ],
});
