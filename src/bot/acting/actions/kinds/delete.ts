import { RESTJSONErrorCodes as Codes } from 'discord.js';
import type { RequiredPermission } from '../../../access/permissions.ts';
import { manualActionOf } from '../../../domain/case.ts';
import type { ActionDefinition, ActionOf } from '../action.ts';
import { checkInChannel } from '../checks.ts';
import { detail } from '../refusals.ts';
import { deleteMessage } from './delete-message.ts';
import { purgeMessages } from './purge-messages.ts';

/** The first message of a forum post is deleted with the post, because the title would remain. */
const permissionToDelete = (isStarter: boolean): RequiredPermission =>
  isStarter ? 'ManageThreads' : 'ManageMessages';

export const deletion: ActionDefinition<ActionOf<'delete'>> = {
  permission: 'ManageMessages',
  permissionFor: ({ isStarter }) => permissionToDelete(isStarter),
  needsAuthor: () => false,
  preflight: (_action, context) =>
    checkInChannel(context, permissionToDelete(context.channel?.isStarter === true)),
  send({ guild, context, reason, now, deletions }) {
    const { record } = context;
    const manual = manualActionOf(record);
    if (manual?.kind !== 'purge') return deleteMessage(guild, context, { deletions, reason, now });
    const { messageIds } = manual;
    const { channelId } = record;
    return purgeMessages(guild.client.rest, { channelId, messageIds, reason, now });
  },
  nothingLeft: new Map([
    [Codes.UnknownMessage, detail('messageGone')],
    [Codes.UnknownChannel, detail('channelGone')],
  ]),
  consequence: (t, { outcome }) =>
    outcome?.status === 'done' ? t('effects:consequence.deleted') : null,
};
