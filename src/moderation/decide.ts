import { inOrder, type Effect } from './effects.ts';
import { ANY_ACTION, ruleFor, type Policy } from './policy.ts';
import type { Snapshot, Standing } from './snapshot.ts';
import type { Verdict } from './verdict.ts';

/** Why a message was not looked at. Every one of them is counted and can be shown. */
export type SkipReason =
  | 'own message'
  | 'bot'
  | 'webhook'
  | 'system message'
  | 'moderation is off'
  | 'exempt role'
  | 'exempt channel'
  | 'nothing to read'
  /** A moderator called the same text a false positive. */
  | 'pardoned text';

/** What is to be done about a message. */
export interface Decision {
  /** The rule of the policy that applied; `*` for a word without one. */
  readonly rule: string;
  /** In the order to carry them out; empty when all is well. */
  readonly effects: readonly Effect[];
  /** Set when effects were left out because the author is the owner or a moderator. */
  readonly withheld: {
    readonly standing: Exclude<Standing, 'member'>;
    readonly effects: readonly Effect[];
  } | null;
}

/** Whether a message need not be judged, seen before the service is asked. */
export function skipReason(snapshot: Snapshot, policy: Policy): SkipReason | null {
  switch (snapshot.author.kind) {
    case 'self':
      return 'own message';
    case 'bot':
      return 'bot';
    case 'webhook':
      return 'webhook';
    case 'system':
      return 'system message';
    case 'person':
      break;
  }
  if (policy.mode === 'off') return 'moderation is off';
  if (snapshot.author.roleIds.some((id) => policy.exemptRoleIds.includes(id))) return 'exempt role';
  const { exemptChannelIds } = policy;
  if (exemptChannelIds.length > 0) {
    const inside = [snapshot.channelId, ...snapshot.parentIds];
    if (inside.some((id) => exemptChannelIds.includes(id))) return 'exempt channel';
  }
  return snapshot.parts.length === 0 ? 'nothing to read' : null;
}

/**
 * What the policy makes of a verdict. Pure: it looks at nothing else and does nothing.
 * What would fall on the owner or a moderator becomes an alert: a person decides about them.
 */
export function decide(policy: Policy, verdict: Verdict, standing: Standing): Decision {
  const { rule, effects } = ruleFor(policy, verdict.action);
  const wanted = policy.notice.enabled ? effects : effects.filter(({ kind }) => kind !== 'notice');
  const actions = wanted.filter(({ kind }) => kind !== 'alert');
  if (standing === 'member' || actions.length === 0) {
    return { rule, effects: inOrder(wanted), withheld: null };
  }
  return { rule, effects: [{ kind: 'alert' }], withheld: { standing, effects: inOrder(actions) } };
}

/** For a message the service could not judge: unknown is not harmless, and not punishable. */
export const uncheckedDecision: Decision = {
  rule: ANY_ACTION,
  effects: [{ kind: 'alert' }],
  withheld: null,
};
