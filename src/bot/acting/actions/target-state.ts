import { RESTJSONErrorCodes, Routes, type APIBan, type Guild } from 'discord.js';
import type { Case } from '../../domain/case.ts';
import type { Action, Refusal } from '../../domain/effects.ts';
import { classifyError } from '../../rest/classify-error.ts';
import { readActionContext, type ActionTarget } from '../../access/action-context.ts';
import { incidentReasonHead, reasonHead } from './audit-reason.ts';
import { preflight } from './preflight.ts';

/* What a command asks before it opens a case for a moderator. */

/** Why Discord would refuse the bot an action; null: it should succeed. Throws if Discord must be asked and does not answer. */
export async function refusalOf(
  guild: Guild,
  action: Action,
  target: ActionTarget,
): Promise<Refusal | null> {
  const context = await readActionContext(guild, action, target);
  const result = context === null ? null : preflight(action, context, Infinity);
  return result?.kind === 'blocked' ? result.refusal : null;
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

/** Whether a ban comes from a case, or from the incident that the case belongs to. */
export function isBanOf(record: Case, { reason }: Pick<APIBan, 'reason'>): boolean {
  const heads = [
    reasonHead(record),
    ...(record.incident === null ? [] : [incidentReasonHead(record.incident)]),
  ];
  return heads.some((head) => reason?.startsWith(head) === true);
}

const UNKNOWN_BAN: number = RESTJSONErrorCodes.UnknownBan;
