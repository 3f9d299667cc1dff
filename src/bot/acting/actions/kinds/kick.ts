import { RESTJSONErrorCodes as Codes, Routes } from 'discord.js';
import type { ActionDefinition, ActionOf } from '../action.ts';
import { checkMember, noop } from '../checks.ts';
import { detail } from '../refusals.ts';

export const kick: ActionDefinition<ActionOf<'kick'>> = {
  permission: 'KickMembers',
  needsAuthor: () => true,
  preflight: (_action, context) =>
    checkMember(context, { permission: 'KickMembers', whenGone: noop(detail('memberGone')) }),
  async send({ guild, context, reason }) {
    await guild.client.rest.delete(Routes.guildMember(guild.id, context.record.author.id), {
      reason,
    });
    return undefined;
  },
  nothingLeft: new Map([
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
  ]),
  consequence: (t, { impending }) => (impending.has('kick') ? t('effects:consequence.kick') : null),
};
