import type { SlashCommandSubcommandBuilder } from '@discordjs/builders';
import type {
  AutocompleteCall,
  Caller,
  Choice,
  CommandDeps,
  SlashCall,
} from '../../src/bot/command-kit.ts';
import { describe } from './describe.ts';
import type { TimeContext } from './time-input.ts';
import { DAY_MS } from '../../src/shared/clock.ts';

/** A time span in milliseconds since the Unix epoch, and the server's time zone. */
export interface SpanInput {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
}

export function spanOptions(sub: SlashCommandSubcommandBuilder): SlashCommandSubcommandBuilder {
  return sub
    .addStringOption((option) =>
      describe(option, 'insights:options.from').setMaxLength(100).setAutocomplete(true),
    )
    .addStringOption((option) =>
      describe(option, 'insights:options.to').setMaxLength(100).setAutocomplete(true),
    );
}

/** Loaded with the first command that needs it: its parser takes a tenth of the start. */
const timeInput = () => import('./time-input.ts');

/** Parses `from` and `to`; default: the last `defaultMs` milliseconds, a day. The start may be after the end. */
export async function readSpan(
  call: SlashCall,
  deps: CommandDeps,
  defaultMs: number = DAY_MS,
): Promise<SpanInput> {
  const { readTime } = await timeInput();
  const context = await contextOf(call, deps);
  const from = call.interaction.options.getString('from');
  const to = call.interaction.options.getString('to');
  const { nowMs, timeZone } = context;
  return {
    fromMs: from === null ? nowMs - defaultMs : readTime(from, context),
    toMs: to === null ? nowMs : readTime(to, context),
    timeZone,
  };
}

export async function suggestSpan(call: AutocompleteCall, deps: CommandDeps): Promise<Choice[]> {
  const { value } = call.interaction.options.getFocused(true);
  const { suggestTimes } = await timeInput();
  return suggestTimes(value, await contextOf(call, deps));
}

async function contextOf({ guild, t, mention }: Caller, deps: CommandDeps): Promise<TimeContext> {
  const { timeZone } = await deps.policies.get(guild.id);
  return { t, mention, timeZone, nowMs: deps.clock.now() };
}
