import { manualActionOf, type Case } from '../../domain/case.ts';
import type { LogEntry } from '../../domain/message-log.ts';
import type { Cases } from '../../domain/ports.ts';

/** A deletion or an edit, with what is known about it. */
export interface ShownEntry extends LogEntry {
  /** The case about the message. */
  readonly record: Case | null;
  /** The bot deleted it, and the case says why. */
  readonly isOurs: boolean;
  /** The moderator who deleted it; null: the audit log does not tell. */
  readonly byId: string | null;
}

/** A purge is a case about many messages, and so is a text split over several. */
const RECENT_CASES = 25;

/** Finds the cases about messages, by message. */
export async function casesAbout(
  cases: Pick<Cases, 'ofMessage' | 'list'>,
  guildId: string,
  entries: readonly LogEntry[],
): Promise<ReadonlyMap<string, Case>> {
  const found = new Map<string, Case>();
  for (const record of await cases.list(guildId, { limit: RECENT_CASES })) {
    for (const id of messagesOf(record)) if (!found.has(id)) found.set(id, record);
  }
  for (const { messageId } of entries) {
    if (found.has(messageId)) continue;
    const record = await cases.ofMessage(guildId, messageId);
    if (record !== null) for (const id of messagesOf(record)) found.set(id, record);
  }
  return found;
}

function messagesOf(record: Case): readonly string[] {
  const manual = manualActionOf(record);
  return manual?.kind === 'purge'
    ? manual.messageIds
    : [record.messageId, ...record.earlierMessageIds];
}

/** Whether the bot deleted the message of a case that has its text. The texts of a purge are nowhere else. */
export function isDeletedByCase(record: Case): boolean {
  if (record.mode !== 'enforce' || manualActionOf(record) !== null) return false;
  const steps = [
    ...record.steps.map(({ effect, outcome }) => ({ action: effect, outcome })),
    ...record.moderatorActions.flatMap(({ steps: own }) => own),
  ];
  return steps.some(
    ({ action, outcome }) =>
      action.kind === 'delete' &&
      // With a detail, somebody else was faster.
      (outcome === null || (outcome.status === 'done' && outcome.detail === undefined)),
  );
}
