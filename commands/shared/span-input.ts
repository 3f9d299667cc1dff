import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import type {
  AutocompleteCall,
  Choice,
  SlashCall,
} from '../../src/discord/interactions/command.ts';
import type { CommandDeps } from '../deps.ts';
import { options } from '../texts/insights.ts';
import { describe } from '../texts/localise.ts';
import { readTime, suggestTimes, type TimeContext } from './time-input.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** From when to when, in milliseconds since the Unix epoch, and the server's zone. */
export interface SpanInput {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
}

/** Adds the options `from` and `to`. */
export function spanOptions(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub
    .addStringOption((option) =>
      describe(option, options.from).setMaxLength(100).setAutocomplete(true),
    )
    .addStringOption((option) =>
      describe(option, options.to).setMaxLength(100).setAutocomplete(true),
    );
}

/** The last 24 hours unless they say otherwise. Its ends may be in the wrong order. */
export async function readSpan(call: SlashCall, deps: CommandDeps): Promise<SpanInput> {
  const context = await contextOf(call.guild.id, deps);
  const from = call.interaction.options.getString('from');
  const to = call.interaction.options.getString('to');
  const { nowMs, timeZone } = context;
  return {
    fromMs: from === null ? nowMs - DAY_MS : readTime(from, context),
    toMs: to === null ? nowMs : readTime(to, context),
    timeZone,
  };
}

export async function suggestSpan(call: AutocompleteCall, deps: CommandDeps): Promise<Choice[]> {
  const { value } = call.interaction.options.getFocused(true);
  return suggestTimes(value, await contextOf(call.guild.id, deps));
}

async function contextOf(guildId: string, deps: CommandDeps): Promise<TimeContext> {
  const { timeZone } = await deps.policies.get(guildId);
  return { timeZone, nowMs: deps.clock.now() };
}
