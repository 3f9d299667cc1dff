import { MessageFlags } from 'discord.js';
import { failureOf } from '../failure.ts';
import type { Asked, Manner } from './asked.ts';

export type Acknowledged =
  | { readonly kind: 'yes' }
  | { readonly kind: 'no'; readonly reason: string };

/**
 * Tells Discord that an answer will come, which it wants to hear within three seconds. "No" means that nothing may be
 * done: time was up (10062), so the person was told that it failed, or another process has taken it (40060).
 */
export async function acknowledge(interaction: Asked, manner: Manner): Promise<Acknowledged> {
  return attempted(
    manner === 'update' && 'deferUpdate' in interaction
      ? interaction.deferUpdate()
      : interaction.deferReply(manner === 'private' ? { flags: MessageFlags.Ephemeral } : {}),
  );
}

/** How a first response to an interaction went. */
export async function attempted(response: Promise<unknown>): Promise<Acknowledged> {
  try {
    await response;
    return { kind: 'yes' };
  } catch (error) {
    const failure = failureOf(error);
    const reason =
      failure.kind === 'refused' ? `${failure.answer} (${failure.code})` : failure.reason;
    return { kind: 'no', reason };
  }
}
