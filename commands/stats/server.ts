import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import {
  type CaseSpan,
  type CommandDeps,
  createCanSee,
  figuresEmbed,
  isAboveChannels,
  type Reply,
  type SlashCall,
  type Viewer,
} from '../../src/bot/command-kit.ts';
import { DAY_MS } from '../../src/shared/clock.ts';
import { hiddenNote } from '../case/pages.ts';
import { describe, type DescribedKey } from '../shared/describe.ts';

const DEFAULT_DAYS = 7;
const MAX_DAYS = 365;

export function daysOption(
  key: DescribedKey,
): (sub: SlashCommandSubcommandBuilder) => SlashCommandSubcommandBuilder {
  return (sub) =>
    sub.addIntegerOption((option) => describe(option, key).setMinValue(1).setMaxValue(MAX_DAYS));
}

/** The server's own statistics, of cases in channels the viewer can see. */
export async function showServer(call: SlashCall, deps: CommandDeps): Promise<Reply> {
  const { guild, t } = call;
  const span = spanOf(call, deps);
  const { timeZone } = await deps.policies.get(guild.id);
  const canSee = canSeeChannel(call);
  const figures = await deps.caseStatistics.figures(guild.id, { ...span, timeZone, canSee });
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

/** The days that the option asks for. */
export function spanOf(
  { interaction }: SlashCall,
  { clock }: Pick<CommandDeps, 'clock'>,
): CaseSpan {
  const days = interaction.options.getInteger('days') ?? DEFAULT_DAYS;
  const toMs = clock.now();
  return { fromMs: toMs - days * DAY_MS, toMs };
}

/** Whether the viewer can see a channel; null: all of them. */
export function canSeeChannel(viewer: Viewer): ((channelId: string) => Promise<boolean>) | null {
  const canSee = createCanSee(viewer);
  const isAbove = isAboveChannels(viewer.guild, viewer.interaction.member);
  return isAbove ? null : (channelId) => canSee({ channelId });
}
