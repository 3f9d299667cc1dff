import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Conversation } from '../../domain/mail/mail.ts';
import type { Translate } from '../../locales/translate.ts';

type Row = APIActionRowComponent<APIButtonComponentWithCustomId>;

/** `mail-write:<server>`, anywhere. With `:new`, it does not show first what was not delivered. */
export const MAIL_WRITE_ID = 'mail-write';
/** `mail-send:<message>:<server>`, in direct messages; a select has the server as its value. */
export const MAIL_SEND_ID = 'mail-send';
/** `mail-close:<member>`, on the moderators' post. */
export const MAIL_CLOSE_ID = 'mail-close';
/** `mail-block:<member>:on` and `:off`, on the moderators' post. */
export const MAIL_BLOCK_ID = 'mail-block';

/** A member's button to write to the moderators. */
export function mailButton(
  t: Translate,
  guildId: string,
  suffix: '' | ':new' = '',
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: t('modmail:write.button'),
    custom_id: `${MAIL_WRITE_ID}:${guildId}${suffix}`,
  };
}

export function rowOf(...components: APIButtonComponentWithCustomId[]): Row {
  return { type: ComponentType.ActionRow, components };
}

/** The server of a member's button among custom ids; null: there is none. */
export function serverOfButton(ids: readonly string[]): string | null {
  const id = ids.find((each) => each.startsWith(`${MAIL_WRITE_ID}:`));
  return id?.split(':')[1] ?? null;
}

/** The moderators' buttons. */
export function conversationButtons(
  t: Translate,
  { memberId, closed, blockedById }: Conversation,
): Row {
  const close: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: ButtonStyle.Primary,
    label: t('modmail:post.close'),
    custom_id: `${MAIL_CLOSE_ID}:${memberId}`,
  };
  const isBlocked = blockedById !== null;
  const block: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: t(isBlocked ? 'modmail:post.unblock' : 'modmail:post.block'),
    custom_id: `${MAIL_BLOCK_ID}:${memberId}:${isBlocked ? 'off' : 'on'}`,
  };
  return rowOf(...(closed === null ? [close] : []), block);
}

/** Whether a message is the moderators' post about a member. */
export function isConversationPost(ids: readonly string[], memberId: string): boolean {
  return ids.some((id) => id.startsWith(`${MAIL_BLOCK_ID}:${memberId}:`));
}
