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

/** Any member can report a message to the moderators, who see the service's verdict. */
export const reportMenu = {
  kind: 'message menu',
  data: named(forGuilds(new ContextMenuCommandBuilder()), 'report')
    .setType(ApplicationCommandType.Message)
    .setDefaultMemberPermissions(null)
    .toJSON(),
  async run({ interaction, by, t }, { reviewControl, preview }) {
    const { channelId, id } = interaction.targetMessage;
    const { guildId } = interaction;
    // Checked before the service judges the message.
    if (!(await reviewControl.mayReport(guildId, by))) {
      return { content: t('report:reply.tooMany') };
    }
    const previewed = await preview.message(channelId, id);
    if (previewed === null) throw new UserError(t('report:reply.gone'));
    const result = await reviewControl.report(previewed, by);
    return { content: t(`report:reply.${TEXTS[result]}`) };
  },
} satisfies MessageMenu<CommandDeps>;
