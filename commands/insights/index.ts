import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import { PermissionFlagsBits } from 'discord.js';
import { MAX_INSIGHTS_RESULTS, startedQuerySchema } from '../../src/bot/command-kit.ts';
import { choice, describe } from '../shared/describe.ts';
import { spanOptions, suggestSpan } from '../shared/span-input.ts';
import { commandOf } from '../shared/subcommands.ts';
import { suggestJobs } from './jobs.ts';
import { runQuery } from './query.ts';
import { showResults, showStatus } from './stored.ts';

type Builder = SlashCommandSubcommandBuilder;

const job = (sub: Builder): Builder =>
  sub.addStringOption((option) =>
    describe(option, 'insights:options.job')
      .setRequired(true)
      .setMaxLength(100)
      .setAutocomplete(true),
  );

const metrics = startedQuerySchema.shape.metric.options.map((metric) =>
  choice(metric, `insights:metrics.${metric}`),
);

/** Shows how people talk. It can quote them, so it is for members who can manage the server, and replies privately. */
export const insightsCommand = commandOf({
  key: 'insights',
  permission: PermissionFlagsBits.ManageGuild,
  members: [
    {
      key: 'insights:subcommands.query',
      options: (sub) =>
        spanOptions(
          sub.addStringOption((option) =>
            describe(option, 'insights:options.metric')
              .setRequired(true)
              .addChoices(...metrics),
          ),
        ).addIntegerOption((option) =>
          describe(option, 'insights:options.max').setMinValue(1).setMaxValue(MAX_INSIGHTS_RESULTS),
        ),
      run: runQuery,
      suggest: suggestSpan,
    },
    { key: 'insights:subcommands.status', options: job, run: showStatus, suggest: suggestJobs },
    { key: 'insights:subcommands.results', options: job, run: showResults, suggest: suggestJobs },
  ],
});
