import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import {
  type CommandDeps,
  createCanSee,
  figuresEmbed,
  isAboveChannels,
  type Reply,
  type SlashCall,
} from '../../src/bot/command-kit.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { hiddenNote } from '../case/pages.ts';
import { describe } from '../shared/describe.ts';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 365;

export function serverOptions(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub.addIntegerOption((option) =>
    describe(option, 'stats:subcommands.server.options.days').setMinValue(1).setMaxValue(MAX_DAYS),
  );
}

/** The server's own statistics, of cases in channels the viewer can see. */
export async function showServer(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, interaction, t } = call;
  const days = interaction.options.getInteger('days') ?? DEFAULT_DAYS;
  const toMs = deps.clock.now();
  const span = { fromMs: toMs - days * DAY_MS, toMs };
  const { timeZone } = await deps.policies.get(guild.id);
  const canSeeIn = createCanSee(call);
  const figures = await deps.caseStatistics.figures(guild.id, {
    ...span,
    timeZone,
    canSee: isAboveChannels(guild, interaction.member)
      ? null
      : (channelId) => canSeeIn({ channelId }),
  });
  const note = hiddenNote(call, t);
  const footer = [t('stats:reply.server.zone', { timeZone }), ...(note === null ? [] : [note])];
  return {
    embeds: [
      {
        title: t('stats:reply.server.title'),
        ...figuresEmbed(t, { figures, span }),
        footer: { text: footer.join(' · ') },
      },
    ],
  };
}
