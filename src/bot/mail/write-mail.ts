import type { Clock } from '../../shared/clock.ts';
import type { NewMail, WriteResult } from '../domain/mail/mail.ts';
import type { StoredMail } from '../storage/mail/mail-store.ts';

/** How many messages a member may write to the moderators of a server within the window. */
export const MAIL_PER_WINDOW = 20;
const MAIL_WINDOW_MS = 10 * 60_000;

export interface WriteMailDeps {
  readonly mail: StoredMail;
  /** There is something to post for a server, which may be another process's. */
  readonly tell: (guildId: string) => void;
  readonly clock: Pick<Clock, 'now'>;
}

/** Stores a member's message for the moderators, if they take one. One at a time for each member. */
export function createWriteMail({ mail, tell, clock }: WriteMailDeps) {
  return async (written: NewMail): Promise<WriteResult> => {
    const { guildId, id, by } = written;
    if ((await mail.entry(guildId, id)) !== null) return 'sent';
    if ((await mail.channel(guildId)) === null) return 'off';
    const conversation = await mail.get(guildId, by.id);
    if (conversation !== null && conversation.blockedById !== null) return 'blocked';
    const since = clock.now() - MAIL_WINDOW_MS;
    if ((await mail.countSince(guildId, by.id, since)) >= MAIL_PER_WINDOW) return 'too many';
    await mail.fromMember(written);
    tell(guildId);
    return 'sent';
  };
}
