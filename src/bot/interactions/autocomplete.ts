import type { AutocompleteInteraction } from 'discord.js';
import { sleep, type Clock } from '../../shared/clock.ts';
import { errorMessage } from '../../shared/errors.ts';
import type { Logger } from '../../shared/logger.ts';
import { tryResponse } from './acknowledge.ts';
import { callerOf } from './replyable.ts';
import { InteractionAbortedError } from './cancel.ts';
import type { AutocompleteCall, Choice } from './command.ts';
import { fitChoices } from './fit-reply.ts';

/** Discord waits three seconds; this leaves time for the network. */
const ANSWER_WITHIN_MS = 2000;

export interface AutocompleteJob {
  readonly command: string;
  readonly interaction: AutocompleteInteraction<'cached'>;
  readonly suggest: (call: Omit<AutocompleteCall, 'subcommand'>) => Promise<readonly Choice[]>;
}

/** Answers with suggestions, or with none if they fail or take too long. Never rejects. */
export async function runAutocomplete(
  { command, interaction, suggest }: AutocompleteJob,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<void> {
  const { guild, user } = interaction;
  const log = logger.child({ command, userId: user.id, guildId: guild.id });
  const stop = new AbortController();
  const caller = callerOf(interaction);

  async function suggestions(): Promise<readonly Choice[]> {
    try {
      return await suggest({ ...caller, interaction, signal: stop.signal });
    } catch (error) {
      if (!stop.signal.aborted) log.warn({ reason: errorMessage(error) }, 'suggestions failed');
      return [];
    }
  }
  async function timeout(): Promise<readonly Choice[]> {
    await sleep(clock, ANSWER_WITHIN_MS, stop.signal);
    return [];
  }

  const choices = await Promise.race([suggestions(), timeout()]);
  stop.abort(new InteractionAbortedError('time over'));
  const result = await tryResponse(interaction.respond(fitChoices(choices)));
  // A newer keystroke supersedes this request, and Discord rejects its answer.
  if (result.kind === 'rejected') log.debug({ reason: result.reason }, 'suggestions came too late');
}
