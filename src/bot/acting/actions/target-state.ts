import { RESTJSONErrorCodes, Routes, type APIBan, type Guild } from 'discord.js';
import type { Action, Refusal } from '../../domain/effects.ts';
import { classifyError } from '../../rest/classify-error.ts';
import type { ActionTarget } from '../../access/action-context.ts';
import { checkAction } from './preflight.ts';
import { ACTIONS } from './registry.ts';

/* Checks that commands make before they open a case for a moderator. */

/** Why Discord would refuse the bot an action; null: it should succeed. Throws if Discord must be asked and does not answer. */
export async function refusalOf(
  guild: Guild,
  action: Action,
  target: ActionTarget,
): Promise<Refusal | null> {
  const result = await checkAction(ACTIONS, { guild, action, target }, Infinity);
  return result.kind === 'blocked' ? result.refusal : null;
}

/** A user's ban; null: they are not banned. */
export async function banOf(guild: Guild, userId: string): Promise<APIBan | null> {
  try {
    // discord.js types every answer as `unknown`; this is the documented shape.
    return (await guild.client.rest.get(Routes.guildBan(guild.id, userId))) as APIBan;
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused' && failure.code === UNKNOWN_BAN) return null;
    throw error;
  }
}

const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;
