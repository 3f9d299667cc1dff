import { z } from 'zod';
import { moderatorSchema } from '../moderator.ts';

const byModerator = {
  by: moderatorSchema,
  /** In the moderator's words, for the member, the audit log and the other moderators. */
  reason: z.string().nullable(),
};

/** A moderator's command. Not about a text, and kept apart from the bot's own decisions. */
export const manualActionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('warn'), ...byModerator }),
  z.object({ kind: z.literal('timeout'), ...byModerator }),
  z.object({ kind: z.literal('kick'), ...byModerator }),
  z.object({ kind: z.literal('ban'), ...byModerator }),
  /** Deletes messages of a channel. */
  z.object({ kind: z.literal('purge'), ...byModerator, messageIds: z.array(z.string()).min(1) }),
  /** These end a ban or timeout that no case of the bot has given. */
  z.object({ kind: z.literal('unban'), ...byModerator }),
  z.object({ kind: z.literal('untimeout'), ...byModerator }),
]);
export type ManualAction = z.infer<typeof manualActionSchema>;
export type ManualKind = ManualAction['kind'];
