import type { Case, CaseDraft } from '../../src/bot/domain/case.ts';
import type { Outcome } from '../../src/bot/domain/effects.ts';
import { verdict } from './verdicts.ts';

/** A member as the author of a case. */
export function memberAuthor(id: string, name = 'someone'): Case['author'] {
  return { id, name, kind: 'person', usedBy: null, joinedAt: null };
}

/** A case as the pipeline opens it: a deletion with an alert, neither done yet. */
export function caseDraft(overrides: Partial<CaseDraft> = {}): CaseDraft {
  return {
    guildId: '100000000000000001',
    subject: 'message',
    messageId: '100000000000000002',
    earlierMessageIds: [],
    forumId: null,
    channelId: '100000000000000003',
    previousMessageId: '100000000000000001',
    author: memberAuthor('100000000000000004', 'alice'),
    edited: false,
    fingerprint: 'fingerprint',
    mode: 'enforce',
    judgement: {
      kind: 'verdict',
      verdict: verdict('delete', {
        confidence: 0.97,
        scores: { 'engine1.baseline': 0.97, 'engine2.vulgar': 0.4 },
        sentiment: -0.8,
      }),
    },
    rule: { of: 'preset', preset: 'normal', id: 'delete' },
    withheld: null,
    escalation: null,
    steps: [
      { effect: { kind: 'delete' }, outcome: null },
      { effect: { kind: 'alert' }, outcome: null },
    ],
    alert: null,
    openedAt: 1_750_000_000_000,
    closedAt: null,
    blockedWords: [],
    keywords: [],
    keywordAlerts: [],
    incident: null,
    similarTo: null,
    moderatorActions: [],
    notes: [],
    ...overrides,
  };
}

/** Discord lacked a permission. */
export const refused: Outcome = {
  status: 'refused',
  at: 1,
  code: 50_013,
  reason: { key: 'no' },
  fix: { key: 'so' },
};
