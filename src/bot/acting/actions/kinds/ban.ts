import { RESTJSONErrorCodes as Codes, Routes, type APIBan } from 'discord.js';
import { manualActionOf } from '../../../domain/case.ts';
import type { ActionDefinition, ActionOf, ReversalDefinition, ReversalOf } from '../action.ts';
import { isBanOf } from '../audit-reason.ts';
import { checkMember, noop, PROCEED } from '../checks.ts';
import { detail, undoDetail } from '../refusals.ts';
import { banUser, unbanUser } from './ban-requests.ts';

export const ban: ActionDefinition<ActionOf<'ban'>> = {
  permission: 'BanMembers',
  needsAuthor: () => true,
  // Someone who left can be banned.
  preflight: (_action, context) =>
    checkMember(context, { permission: 'BanMembers', whenGone: PROCEED }),
  async send({ guild, action: { deleteMessageSeconds }, context, reason, bans }) {
    const userId = context.record.author.id;
    if (context.moderatorAction?.incident !== undefined) await bans.ban(guild, userId, reason);
    else {
      const request = { guildId: guild.id, userId, reason, deleteMessageSeconds };
      await banUser(guild.client.rest, request);
    }
    return undefined;
  },
  nothingLeft: new Map([[Codes.UnknownUser, detail('accountGone')]]),
  consequence: (t, { impending }) => (impending.has('ban') ? t('effects:consequence.ban') : null),
};

export const unban: ReversalDefinition<ReversalOf<'unban'>> = {
  counterpart: () => ({ kind: 'ban' }),
  async check({ guild, record }) {
    const route = Routes.guildBan(guild.id, record.author.id);
    // discord.js types every answer as `unknown`; this is the documented shape.
    const current = (await guild.client.rest.get(route)) as APIBan;
    // A moderator who lifts a ban by a command lifts whatever ban there is.
    const isTargetBan = manualActionOf(record)?.kind === 'unban' || isBanOf(record, current);
    return isTargetBan ? PROCEED : noop(undoDetail('otherBan'));
  },
  send: ({ guild, record, reason }) =>
    unbanUser(guild.client.rest, { guildId: guild.id, userId: record.author.id, reason }),
};
