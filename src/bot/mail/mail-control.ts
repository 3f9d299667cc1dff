import type { MailControl, NewMail, WriteResult } from '../domain/mail/mail.ts';
import type { KeyedMutex } from '../../shared/tasks/keyed-mutex.ts';
import type { StoredMail } from '../storage/mail/mail-store.ts';
import type { DirectMessages } from './direct-messages.ts';
import type { MailHistory } from './missed-mail.ts';

export function createMailControl(deps: {
  readonly mail: StoredMail;
  readonly direct: Pick<DirectMessages, 'answered' | 'confirm'>;
  readonly history: Pick<MailHistory, 'from'>;
  readonly write: (written: NewMail) => Promise<WriteResult>;
  /** By member. */
  readonly mutex: KeyedMutex;
  readonly tell: (guildId: string) => void;
}): MailControl {
  const { mail, direct, history, mutex, tell } = deps;
  const write: MailControl['write'] = (written) => mutex(written.by.id, () => deps.write(written));

  return {
    channel: mail.channel,
    setChannel: mail.setChannel,
    write,
    async writeFrom(guildId, by, { channelId, messageId }) {
      direct.answered(by.id);
      let result: WriteResult = 'gone';
      for (const message of await history.from(channelId, messageId)) {
        if (message.by.id !== by.id) continue;
        const { id, text, files } = message;
        result = await write({ guildId, id, by: message.by, text, files, channelId });
        if (result !== 'sent') return result;
        await direct.confirm(message);
      }
      return result;
    },
    async open(guildId, memberId) {
      const hasUnread = await mail.hasUndelivered(guildId, memberId);
      if ((await mail.channel(guildId)) === null) return { state: 'off', hasUnread };
      const conversation = await mail.get(guildId, memberId);
      const isBlocked = conversation !== null && conversation.blockedById !== null;
      return { state: isBlocked ? 'blocked' : 'possible', hasUnread };
    },
    async takeUnread(guildId, memberId) {
      const unread = await mail.takeUndelivered(guildId, memberId);
      tell(guildId);
      return unread;
    },
    settleRead: mail.settleRead,
    async close(guildId, memberId, by) {
      const isClosed = await mail.close(guildId, memberId, by);
      tell(guildId);
      return isClosed;
    },
    async setBlocked(guildId, memberId, byId) {
      const isDone = await mail.setBlocked(guildId, memberId, byId);
      tell(guildId);
      return isDone;
    },
  };
}
