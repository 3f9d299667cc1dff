import { RESTJSONErrorCodes as Codes, Routes, type APIBan, type REST } from 'discord.js';
import type { Case } from '../../../domain/case.ts';
import { classifyError } from '../../../rest/classify-error.ts';
import type { ActionDefinition, ActionOf } from '../action.ts';
import { isBanOf } from '../audit-reason.ts';
import { checkMember, PROCEED } from '../checks.ts';
import { detail } from '../refusals.ts';
import { banUser, unbanUser } from './ban-requests.ts';

/** The most that Discord deletes with a ban: seven days. */
const DELETE_SECONDS = 7 * 24 * 60 * 60;
const UNKNOWN_BAN: number = Codes.UnknownBan;

export const softban: ActionDefinition<ActionOf<'softban'>> = {
  permission: 'BanMembers',
  needsAuthor: () => true,
  // After a kill in between, the member is gone and still has to be unbanned.
  preflight: (_action, context) =>
    checkMember(context, { permission: 'BanMembers', whenGone: PROCEED }),
  async send({ guild, context: { record }, reason }) {
    const { rest } = guild.client;
    if (await isBannedByOthers(rest, record)) return detail('bannedAlready');
    const request = { guildId: guild.id, userId: record.author.id, reason };
    await banUser(rest, { ...request, deleteMessageSeconds: DELETE_SECONDS });
    await unbanUser(rest, request);
    return undefined;
  },
  nothingLeft: new Map([[Codes.UnknownUser, detail('accountGone')]]),
  consequence: (t, { impending }) =>
    impending.has('softban') ? t('effects:consequence.softban') : null,
};

/** Protects a ban that the bot did not impose from being lifted. */
async function isBannedByOthers(rest: REST, record: Case): Promise<boolean> {
  try {
    // discord.js types every answer as `unknown`; this is the documented shape.
    const ban = (await rest.get(Routes.guildBan(record.guildId, record.author.id))) as APIBan;
    return !isBanOf(record, ban);
  } catch (error) {
    const failure = classifyError(error);
    if (failure.kind === 'refused' && failure.code === UNKNOWN_BAN) return false;
    throw error;
  }
}
