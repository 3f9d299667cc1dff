import { errorMessage } from '../../../shared/errors.ts';
import type { Logger } from '../../../shared/logger.ts';
import type { Connection } from './connection.ts';
import { CHANNEL, type Session } from './session.ts';

export interface Notification {
  readonly senderId: string;
  readonly topic: string;
  readonly text: string;
}

/** The topic that asks all processes to look at the leases. */
export const CHANGE = '-';

/** Tells the other processes, if there is a session. */
export type SendNotification = (topic: string, text: string) => Promise<void>;

export function createSendNotification(deps: {
  session: Session;
  senderId: string;
  logger: Logger;
}): SendNotification {
  const { session, senderId, logger } = deps;
  return async (topic, text) => {
    const { connection } = session;
    if (connection === null) return;
    try {
      await notify(connection, { senderId, topic, text });
    } catch (error) {
      logger.debug({ topic, reason: errorMessage(error) }, 'notification not sent');
    }
  };
}

export async function notify(
  connection: Connection,
  { senderId, topic, text }: Notification,
): Promise<void> {
  await connection.query('SELECT pg_notify($1, $2)', [CHANNEL, `${senderId} ${topic} ${text}`]);
}

export function parseNotification(payload: string): Notification {
  const [senderId = '', topic = '', ...words] = payload.split(' ');
  return { senderId, topic, text: words.join(' ') };
}
