import { ContextMenuCommandBuilder, SlashCommandBuilder } from '@discordjs/builders';
import { ApplicationCommandType, type RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { expect, it } from 'vitest';
import {
  choice,
  describe as describeIn,
  forGuilds,
  named,
} from '../../../../commands/shared/describe.ts';

it('names and describes a command, its subcommands and their options in every language', () => {
  const data: RESTPostAPIApplicationCommandsJSONBody = forGuilds(
    describeIn(new SlashCommandBuilder(), 'case'),
  )
    .addSubcommand((sub) =>
      describeIn(sub, 'case:subcommands.show').addStringOption((option) =>
        describeIn(option, 'case:options.number').setRequired(true),
      ),
    )
    .toJSON();
  expect(data).toMatchObject({
    name: 'case',
    name_localizations: { de: 'fall', ja: '案件' },
    description_localizations: { fr: expect.any(String) },
    contexts: [0],
    integration_types: [0],
    options: [
      {
        name: 'show',
        name_localizations: { de: 'zeigen' },
        options: [{ name: 'number', name_localizations: { de: 'nummer' }, required: true }],
      },
    ],
  });
});

it('names a context menu in every language', () => {
  const data = forGuilds(
    named(new ContextMenuCommandBuilder().setType(ApplicationCommandType.User), 'record'),
  ).toJSON();
  expect(data).toMatchObject({
    name: 'Moderation record',
    name_localizations: { de: 'Moderationsakte' },
    contexts: [0],
  });
});

it('names a choice in every language', () => {
  expect(choice('sentiment', 'insights:metrics.sentiment')).toMatchObject({
    name: 'sentiment',
    name_localizations: { de: 'Stimmung' },
    value: 'sentiment',
  });
});
