import { RESTJSONErrorCodes as Codes, Routes, type APIBan } from 'discord.js';
import { manualActionOf } from '../../../domain/case.ts';
import { duration } from '../../../rendering/format.ts';
import type { ActionDefinition, ActionOf, ReversalDefinition, ReversalOf } from '../action.ts';
import { isBanOf } from '../audit-reason.ts';
import { checkMember, noop, PROCEED } from '../checks.ts';
import { detail, undoDetail } from '../refusals.ts';
import { banUser, unbanUser } from './ban-requests.ts';

export const ban: ActionDefinition<ActionOf<'ban'>> = {
  permission: 'BanMembers',
  needsAuthor: () => true,
  lengthSeconds: ({ seconds }) => seconds,
  // Someone who left can still be banned.
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
  consequence(t, { action: { seconds }, impending }) {
    if (!impending.has('ban')) return null;
    return seconds === undefined
      ? t('effects:consequence.ban')
      : t('effects:consequence.temporaryBan', { duration: duration(t.language, seconds) });
  },
};

export const unban: ReversalDefinition<ReversalOf<'unban'>> = {
  counterpart: () => ({ kind: 'ban' }),
  async check({ guild, record }) {
    const route = Routes.guildBan(guild.id, record.author.id);
    // discord.js types every answer as `unknown`; this is the documented shape.
    const current = (await guild.client.rest.get(route)) as APIBan;
    // A moderator's command lifts any ban, also one that the bot did not impose.
    const isTargetBan = manualActionOf(record)?.kind === 'unban' || isBanOf(record, current);
    return isTargetBan ? PROCEED : noop(undoDetail('otherBan'));
  },
  send: ({ guild, record, reason }) =>
    unbanUser(guild.client.rest, { guildId: guild.id, userId: record.author.id, reason }),
};
