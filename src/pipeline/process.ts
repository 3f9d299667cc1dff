import type { Clock } from '../lib/clock.ts';
import type { CaseDraft } from '../moderation/case.ts';
import { skipReason } from '../moderation/decide.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Cases, Policies } from '../moderation/ports.ts';
import { fingerprintOf, metadataOf, textOf } from '../moderation/sample.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import type { CarryOut } from './carry-out.ts';
import type { Handle, Rest } from './intake.ts';
import { judge, type Finding } from './judge.ts';
import type { MessageOutcome } from './outcome.ts';
import type { Retry } from './retry.ts';
import type { ServiceGate } from './service-gate.ts';

const PASSED: MessageOutcome = { kind: 'passed' };

/** A judged message and what is to be done about it. */
interface Found {
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly policy: Policy;
  readonly finding: Finding;
}

/** Takes one message from its snapshot to its closed case. */
export function createProcess(deps: {
  gate: ServiceGate;
  policies: Policies;
  cases: Cases;
  carryOut: CarryOut;
  clock: Clock;
  retry: Retry;
}): Handle {
  const { gate, policies, cases, carryOut, clock, retry } = deps;

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
    const known = await cases.ofMessage(guildId, messageId);
    if (known !== null && known.fingerprint === fingerprint) {
      await carryOut.resume(guildId, known.number);
      return { kind: 'known', caseNumber: known.number };
    }
    const draft = draftOf(found, fingerprint, clock.now());
    const record = await cases.open(draft, text, policy.evidenceDays);
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

function draftOf(
  { snapshot, policy, finding }: Found,
  fingerprint: string,
  openedAt: number,
): CaseDraft {
  const { decision, judgement } = finding;
  const { withheld } = decision;
  return {
    guildId: snapshot.guildId,
    messageId: snapshot.messageId,
    channelId: snapshot.channelId,
    author: { id: snapshot.author.id, name: snapshot.author.name },
    edited: snapshot.editedAt !== null,
    fingerprint,
    // What is off gets no verdict, so it never comes here.
    mode: policy.mode === 'enforce' ? 'enforce' : 'shadow',
    judgement,
    rule: decision.rule,
    withheld: withheld && { standing: withheld.standing, effects: [...withheld.effects] },
    steps: decision.effects.map((effect) => ({ effect, outcome: null })),
    alert: null,
    openedAt,
    closedAt: null,
  };
}
