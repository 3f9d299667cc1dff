import { RESTJSONErrorCodes as Codes, Routes } from 'discord.js';
import type { RequiredPermission } from '../../../access/permissions.ts';
import type { Case } from '../../../domain/case.ts';
import { translator } from '../../../locales/translate.ts';
import { serverLanguage } from '../../../rendering/renderer.ts';
import type { ActionDefinition, ActionOf } from '../action.ts';
import { checkInChannel, checkMember, noop } from '../checks.ts';
import { detail } from '../refusals.ts';

const permissionToReset = (subject: Case['subject']): RequiredPermission =>
  subject === 'title' ? 'ManageThreads' : 'ManageNicknames';

/** Removes a nickname; gives a thread or a member with a bad account name a neutral one. */
export const resetName: ActionDefinition<ActionOf<'resetName'>> = {
  permission: 'ManageNicknames',
  permissionFor: ({ subject }) => permissionToReset(subject),
  // A title can be reset even if its author is unknown.
  needsAuthor: ({ subject }) => subject !== 'title',
  preflight: (_action, context) =>
    context.author === null
      ? checkInChannel(context, permissionToReset('title'))
      : checkMember(context, {
          permission: 'ManageNicknames',
          whenGone: noop(detail('memberGone')),
        }),
  async send({ guild, context, reason }) {
    const { rest } = guild.client;
    const { subject, channelId, author } = context.record;
    const t = translator(serverLanguage(guild, context.policy));
    if (subject === 'title') {
      const body = { name: t('effects:neutral.title') };
      await rest.patch(Routes.channel(channelId), { body, reason });
      return undefined;
    }
    const neutral = t('effects:neutral.name', { digits: author.id.slice(-4) });
    const body = { nick: subject === 'nickname' ? null : neutral };
    await rest.patch(Routes.guildMember(guild.id, author.id), { body, reason });
    return undefined;
  },
  nothingLeft: new Map([
    [Codes.UnknownChannel, detail('channelGone')],
    [Codes.UnknownMember, detail('memberGone')],
    [Codes.UnknownUser, detail('accountGone')],
  ]),
  consequence: (t, { outcome }) =>
    outcome?.status === 'done' ? t('effects:consequence.resetName') : null,
};
