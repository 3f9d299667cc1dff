import type { AutocompleteInteraction } from 'discord.js';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { attempted } from './acknowledge.ts';
import { GivenUpError } from './cancel.ts';
import type { AutocompleteCall, Choice } from './command.ts';
import { fitChoices } from './limits.ts';

/** Discord waits three seconds; what comes later than this might not be there in time. */
const ANSWER_WITHIN_MS = 2000;

export interface Suggestion {
  readonly command: string;
  readonly interaction: AutocompleteInteraction<'cached'>;
  readonly suggest: (call: AutocompleteCall) => Promise<readonly Choice[]>;
}

/** Answers what somebody is typing with suggestions: none where they fail or take too long. Does not reject. */
export async function suggest(
  { command, interaction, suggest }: Suggestion,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<void> {
  const { guild, user } = interaction;
  const log = logger.child({ command, userId: user.id, guildId: guild.id });
  const stop = new AbortController();
  const by = { id: user.id, name: user.username };

  async function found(): Promise<readonly Choice[]> {
    try {
      return await suggest({ interaction, guild, by, signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) log.warn({ reason: messageOf(error) }, 'suggestions failed');
      return [];
    }
  }
  async function late(): Promise<readonly Choice[]> {
    await sleep(clock, ANSWER_WITHIN_MS, stop.signal);
    return [];
  }

  const choices = await Promise.race([found(), late()]);
  stop.abort(new GivenUpError('time over'));
  const answered = await attempted(interaction.respond(fitChoices(choices)));
  // Whoever types on makes what was asked before pointless; Discord then knows it no more.
  if (answered.kind === 'no') log.debug({ reason: answered.reason }, 'suggestions came too late');
}
