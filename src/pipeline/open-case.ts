import type { Clock } from '../lib/clock.ts';
import { createInTurn } from '../lib/in-turn.ts';
import type { Case, CaseDraft, Escalation } from '../moderation/case.ts';
import {
  countsAsStrike,
  escalated,
  escalationOf,
  isStrike,
  windowStart,
} from '../moderation/escalation.ts';
import type { Policy } from '../moderation/policy.ts';
import type { Cases } from '../moderation/ports.ts';
import { fingerprintOf } from '../moderation/sample.ts';
import type { Snapshot } from '../moderation/snapshot.ts';
import type { Finding } from './judge.ts';

/** A judged message and what is to be done about it. */
export interface Found {
  readonly snapshot: Snapshot;
  readonly text: string;
  readonly policy: Policy;
  readonly finding: Finding;
}

/** Stores the case about a message, with what its author's earlier cases add to it. */
export type OpenCase = (found: Found) => Promise<Case>;

/** More strikes than the highest rung can ask for need not be looked for. */
const MAX_STRIKES = 100;
const PAGE = 100;
/** Of an author with very many cases, most of them no strikes, only so many are looked through. */
const MOST_LOOKED_THROUGH = 1000;

export function createOpenCase({ cases, clock }: { cases: Cases; clock: Clock }): OpenCase {
  // Each strike must see the one before it, even where an author's messages are judged side by side.
  const inTurn = createInTurn();

  async function earlierStrikes(guildId: string, authorId: string, sinceMs: number) {
    let strikes = 0;
    let below = {};
    for (let seen = 0; seen < MOST_LOOKED_THROUGH && strikes < MAX_STRIKES; seen += PAGE) {
      const page = await cases.list(guildId, { authorId, limit: PAGE, ...below });
      const recent = page.filter(({ openedAt }) => openedAt >= sinceMs);
      strikes += recent.filter(countsAsStrike).length;
      const last = page.at(-1);
      if (last === undefined || recent.length < PAGE) break;
      below = { below: last.number };
    }
    return strikes;
  }

  function open(found: Found, escalation: Escalation | null): Promise<Case> {
    const { text, policy } = found;
    return cases.open(draftOf(found, escalation, clock.now()), text, policy.evidenceDays);
  }

  return (found) => {
    const { policy, snapshot } = found;
    const { effects, withheld } = found.finding.decision;
    // In shadow mode nothing is done, so nothing adds up.
    const counts =
      policy.ladder.enabled && policy.mode === 'enforce' && withheld === null && isStrike(effects);
    if (!counts) return open(found, null);
    const { guildId, author } = snapshot;
    return inTurn(`${guildId}:${author.id}`, async () => {
      const sinceMs = windowStart(policy, clock.now());
      const strikes = 1 + (await earlierStrikes(guildId, author.id, sinceMs));
      return open(found, escalationOf(policy, effects, strikes));
    });
  };
}

function draftOf(
  { snapshot, text, policy, finding }: Found,
  escalation: Escalation | null,
  openedAt: number,
): CaseDraft {
  const { decision, judgement } = finding;
  const { withheld } = decision;
  const effects = escalation === null ? decision.effects : escalated(decision.effects, escalation);
  return {
    guildId: snapshot.guildId,
    messageId: snapshot.messageId,
    channelId: snapshot.channelId,
    author: { id: snapshot.author.id, name: snapshot.author.name },
    edited: snapshot.editedAt !== null,
    fingerprint: fingerprintOf(text),
    // What is off gets no verdict, so it never comes here.
    mode: policy.mode === 'enforce' ? 'enforce' : 'shadow',
    judgement,
    rule: decision.rule,
    withheld: withheld && { standing: withheld.standing, effects: [...withheld.effects] },
    escalation,
    steps: effects.map((effect) => ({ effect, outcome: null })),
    alert: null,
    openedAt,
    closedAt: null,
    keywordAlerts: [],
    rulings: [],
    notes: [],
  };
}
