import type { Case } from '../domain/case.ts';
import type { Cases } from '../domain/ports.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** Whether the bot has deleted the message because of its text. */
export async function isDeletedBefore(
  { guildId, messageId }: Snapshot,
  {
    cases,
    whenActed,
    signal,
  }: {
    readonly cases: Pick<Cases, 'ofMessage'>;
    /** Resolves to the case when no action of it is open. */
    readonly whenActed: (record: Case) => Promise<Case>;
    readonly signal: AbortSignal;
  },
): Promise<boolean> {
  const record = await cases.ofMessage(guildId, messageId);
  if (record === null) return false;
  const { steps } = await whenActed(record);
  signal.throwIfAborted();
  return steps.some(
    ({ effect, outcome }) => effect.kind === 'delete' && outcome?.status === 'done',
  );
}
