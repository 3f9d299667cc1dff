import { ApplicationCommandType, type RESTPostAPIApplicationCommandsJSONBody } from 'discord.js';
import { ContextMenuCommandBuilder, SlashCommandBuilder } from '@discordjs/builders';
import { expect, it } from 'vitest';
import { describe as describeIn, forGuilds, named } from '../../../commands/texts/localise.ts';

const texts = {
  name: { en: 'insights', de: 'einblicke', ja: 'インサイト' },
  description: { en: 'What was said', fr: 'Ce qui a été dit' },
};

it('names and describes a command, its subcommands and their options in every language', () => {
  const data: RESTPostAPIApplicationCommandsJSONBody = forGuilds(
    describeIn(new SlashCommandBuilder(), texts),
  )
    .addSubcommand((sub) =>
      describeIn(sub, texts).addStringOption((option) =>
        describeIn(option, texts).setRequired(true),
      ),
    )
    .toJSON();
  const described = {
    name: 'insights',
    name_localizations: { de: 'einblicke', ja: 'インサイト' },
    description: 'What was said',
    description_localizations: { fr: 'Ce qui a été dit' },
  };
  expect(data).toMatchObject({
    ...described,
    contexts: [0],
    integration_types: [0],
    options: [{ ...described, options: [{ ...described, required: true }] }],
  });
});

it('names a context menu in every language', () => {
  const data = forGuilds(
    named(new ContextMenuCommandBuilder().setType(ApplicationCommandType.User), {
      name: { en: 'Moderation record', de: 'Moderationsakte' },
    }),
  ).toJSON();
  expect(data).toMatchObject({
    name: 'Moderation record',
    name_localizations: { de: 'Moderationsakte' },
    contexts: [0],
  });
});
