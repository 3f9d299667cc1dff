import { ContextMenuCommandBuilder } from '@discordjs/builders';
import { ApplicationCommandType } from 'discord.js';
import type {
  CommandDeps,
  EnglishCatalogue,
  MessageMenu,
  ReportResult,
} from '../src/bot/command-kit.ts';
import { UserError } from '../src/shared/errors.ts';
import { forGuilds, named } from './shared/describe.ts';

const TEXTS: Readonly<Record<ReportResult, keyof EnglishCatalogue['report']['reply']>> = {
  reported: 'reported',
  'reported before': 'before',
  'decided before': 'decided',
  'too many': 'tooMany',
  'own message': 'own',
  'not a member': 'bot',
};

/** Every member can bring a message before the moderators, who see what the service says about it. */
export const reportMenu = {
  kind: 'message menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), 'report')
    .setType(ApplicationCommandType.Message)
    .setDefaultMemberPermissions(null)
    .toJSON(),
  async run({ interaction, by, t }, { reviewControl, preview }) {
    const { channelId, id } = interaction.targetMessage;
    const { guildId } = interaction;
    // Before the service judges the message.
    if (!(await reviewControl.mayReport(guildId, by))) {
      return { content: t('report:reply.tooMany') };
    }
    const previewed = await preview.message(channelId, id);
    if (previewed === null) throw new UserError(t('report:reply.gone'));
    const result = await reviewControl.report(previewed, by);
    return { content: t(`report:reply.${TEXTS[result]}`) };
  },
} satisfies MessageMenu<CommandDeps>;
