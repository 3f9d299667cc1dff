import type { Clock } from '../lib/clock.ts';
import { skipReason } from '../moderation/decide.ts';
import type { Cases, Policies } from '../moderation/ports.ts';
import type { Pardons } from '../moderation/ruling-ports.ts';
import { fingerprintOf, metadataOf, textOf } from '../moderation/sample.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import type { CarryOut } from './carry-out.ts';
import type { Handle, Rest } from './intake.ts';
import { judge } from './judge.ts';
import { createOpenCase, type Found } from './open-case.ts';
import type { MessageOutcome } from './outcome.ts';
import type { Retry } from './retry.ts';
import type { ServiceGate } from './service-gate.ts';

const PASSED: MessageOutcome = { kind: 'passed' };

/** Takes one message from its snapshot to its closed case. */
export function createProcess(deps: {
  gate: ServiceGate;
  policies: Policies;
  cases: Cases;
  pardons: Pick<Pardons, 'has'>;
  carryOut: CarryOut;
  clock: Clock;
  retry: Retry;
}): Handle {
  const { gate, policies, cases, pardons, carryOut, clock, retry } = deps;
  const openCase = createOpenCase({ cases, clock });

  async function look(snapshot: Snapshot): Promise<MessageOutcome | Rest> {
    const policy = await policies.get(snapshot.guildId);
    const reason = skipReason(snapshot, policy);
    if (reason !== null) return { kind: 'skipped', reason };
    const text = textOf(snapshot);
    const finding = await judge({
      text,
      policy,
      standing: snapshot.author.standing,
      ask: (sample) => gate.moderate(sample, metadataOf(snapshot)),
    });
    return finding === null ? PASSED : () => act({ snapshot, text, policy, finding });
  }

  async function act(found: Found): Promise<MessageOutcome> {
    const { snapshot, text, policy } = found;
    const { guildId, messageId } = snapshot;
    const fingerprint = fingerprintOf(text);
    // Asked this late, since most messages are harmless anyway; at once, since a deletion waits for both.
    const [known, isPardoned] = await Promise.all([
      cases.ofMessage(guildId, messageId),
      pardons.has(guildId, fingerprint),
    ]);
    if (known !== null && known.fingerprint === fingerprint) {
      await carryOut.resume(guildId, known.number);
      return { kind: 'known', caseNumber: known.number };
    }
    // Moderators said that the like of it is harmless.
    if (isPardoned) return { kind: 'skipped', reason: 'pardoned text' };
    const record = await openCase(found);
    await carryOut.begin(record, policy, text);
    const kind = record.judgement.kind === 'unchecked' ? 'unchecked' : 'acted';
    return { kind, caseNumber: record.number };
  }

  async function whole(snapshot: Snapshot): Promise<MessageOutcome> {
    const seen = await look(snapshot);
    return typeof seen === 'function' ? seen() : seen;
  }

  return async (snapshot) => {
    const seen = await look(snapshot).catch((error: unknown): Rest => async () => {
      throw error;
    });
    if (typeof seen !== 'function') return seen;
    const { guildId, channelId, messageId } = snapshot;
    const trouble = { what: 'moderating a message', ids: { guildId, channelId, messageId } };
    // After a fault all is done anew, from the verdict on: the case, if one was opened, is found again.
    return () => retry(trouble, (attempt) => (attempt === 0 ? seen() : whole(snapshot)));
  };
}
