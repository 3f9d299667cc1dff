import { MessageFlags, type InteractionReplyOptions } from 'discord.js';
import { attempted } from './acknowledge.ts';
import type { PerformDeps } from './perform.ts';

interface Repliable {
  reply(options: InteractionReplyOptions): Promise<unknown>;
}

/** Answers at once and privately where there is nothing to do. */
export async function refuse(
  interaction: Repliable,
  sentence: string,
  { logger }: Pick<PerformDeps, 'logger'>,
): Promise<void> {
  const reply = { content: sentence, allowedMentions: { parse: [] } };
  const told = await attempted(interaction.reply({ ...reply, flags: MessageFlags.Ephemeral }));
  if (told.kind === 'no') logger.warn({ reason: told.reason }, 'an interaction was not answered');
}
