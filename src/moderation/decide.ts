import type { ServiceJudgement } from './case.ts';
import type { Effect, EffectKind } from './effects.ts';
import { ANY_ACTION, type AppMode, type Policy } from './policy.ts';
import type { AuthorRank, Snapshot } from './snapshot.ts';

/** Why a message was not judged. */
export type SkipReason =
  | 'own message'
  | 'bot'
  | 'webhook'
  | 'system message'
  | 'moderation is off'
  | 'exempt role'
  | 'exempt channel'
  | 'nothing to read'
  /** A moderator marked the same text as a false positive. */
  | 'allowed text';

/** What to do about a message, and why. */
export interface Decision {
  readonly judgement: ServiceJudgement;
  /** The rule of the policy that applies; `*` for a suggested action without one. */
  readonly rule: string;
  /** In the order to run them; empty when nothing has to be done. */
  readonly effects: readonly Effect[];
  /** The effects left out because the author is a moderator or the owner. */
  readonly withheld: {
    readonly rank: Exclude<AuthorRank, 'member'>;
    readonly effects: readonly Effect[];
  } | null;
}

/** Why a message does not go to the service; null: it does. */
export function skipReason(snapshot: Snapshot, policy: Policy): SkipReason | null {
  switch (snapshot.author.kind) {
    case 'self':
      return 'own message';
    case 'bot':
      if (policy.apps.bots === 'off') return 'bot';
      break;
    case 'webhook':
      if (policy.apps.webhooks === 'off') return 'webhook';
      break;
    case 'system':
      return 'system message';
    case 'person':
    case 'unknown':
      break;
  }
  const isName = snapshot.subject === 'name' || snapshot.subject === 'nickname';
  if (policy.mode === 'off' || (isName && policy.names === 'off')) return 'moderation is off';
  if (snapshot.author.roleIds.some((id) => policy.exemptRoleIds.includes(id))) return 'exempt role';
  const { exemptChannelIds } = policy;
  if (exemptChannelIds.length > 0) {
    const channelIds = [snapshot.channelId, ...snapshot.parentIds];
    if (channelIds.some((id) => exemptChannelIds.includes(id))) return 'exempt channel';
  }
  return snapshot.parts.length === 0 ? 'nothing to read' : null;
}

/**
 * Applies the policy to a judgement. Pure. Effects on the owner or a moderator become an alert: a person decides about
 * them. A text the service could not judge becomes an alert too: it is neither harmless nor punishable.
 */
export function decide(policy: Policy, judgement: ServiceJudgement, rank: AuthorRank): Decision {
  if (judgement.kind === 'unchecked') {
    return { judgement, rule: ANY_ACTION, effects: [{ kind: 'alert' }], withheld: null };
  }
  const { rule, effects } = ruleFor(policy, judgement.verdict.action);
  const wanted = policy.notice.enabled ? effects : effects.filter(({ kind }) => kind !== 'notice');
  const actions = wanted.filter(({ kind }) => kind !== 'alert');
  if (rank === 'member' || actions.length === 0) {
    return { judgement, rule, effects: inOrder(wanted), withheld: null };
  }
  return {
    judgement,
    rule,
    effects: [{ kind: 'alert' }],
    withheld: { rank, effects: inOrder(actions) },
  };
}

/** What decides besides the policy: what was written, and by whom. */
export type Origin = Pick<Snapshot, 'subject'> & {
  readonly author: Pick<Snapshot['author'], 'kind' | 'rank'>;
};

/** Like `decide`, for any subject and for an author of any kind. */
export function decideFor(
  { subject, author }: Origin,
  policy: Policy,
  judgement: ServiceJudgement,
): Decision {
  switch (subject) {
    case 'message':
      return decideForAuthor(author, policy, judgement);
    case 'title':
      return withReset(decideForAuthor(author, policy, judgement));
    case 'nickname':
    case 'name':
      return decideForName(author.rank, policy, judgement);
    case 'stage':
    case 'event':
      return decideForApp(policy, judgement, 'alert');
  }
}

function decideForAuthor(
  { kind, rank }: Origin['author'],
  policy: Policy,
  judgement: ServiceJudgement,
): Decision {
  switch (kind) {
    case 'bot':
      return decideForApp(policy, judgement, policy.apps.bots);
    case 'webhook':
      return decideForApp(policy, judgement, policy.apps.webhooks);
    case 'unknown':
      return decideForApp(policy, judgement, 'delete');
    case 'person':
    case 'self':
    case 'system':
      return decide(policy, judgement, rank);
  }
}

/** A title is replaced instead of deleted, because a thread holds messages of others. */
function withReset({ effects, withheld, ...decision }: Decision): Decision {
  const replace = (list: readonly Effect[]): Effect[] =>
    list.map((effect) => (effect.kind === 'delete' ? { kind: 'resetName' } : effect));
  return {
    ...decision,
    effects: replace(effects),
    withheld: withheld && { ...withheld, effects: replace(withheld.effects) },
  };
}

/** A name is reset at most: nothing else follows from it. */
function decideForName(rank: AuthorRank, policy: Policy, judgement: ServiceJudgement): Decision {
  const decision = withReset(
    decideForApp(policy, judgement, policy.names === 'reset' ? 'delete' : 'alert'),
  );
  const resets = decision.effects.filter(({ kind }) => kind === 'resetName');
  if (rank === 'member' || resets.length === 0) return decision;
  return { ...decision, effects: [{ kind: 'alert' }], withheld: { rank, effects: resets } };
}

/** Deletes at most, and always alerts: there is no member who certainly wrote it. */
function decideForApp(policy: Policy, judgement: ServiceJudgement, mode: AppMode): Decision {
  if (judgement.kind === 'unchecked') return decide(policy, judgement, 'member');
  const { rule, effects } = ruleFor(policy, judgement.verdict.action);
  const alert: Effect[] = effects.length === 0 ? [] : [{ kind: 'alert' }];
  const isDeleted = mode === 'delete' && effects.some(({ kind }) => kind === 'delete');
  return {
    judgement,
    rule,
    effects: isDeleted ? [{ kind: 'delete' }, ...alert] : alert,
    withheld: null,
  };
}

/** The rule for a suggested action, in any case, and its effects. */
export function ruleFor(policy: Policy, action: string): { rule: string; effects: Effect[] } {
  const word = action.trim().toLowerCase();
  const effects = Object.hasOwn(policy.rules, word) ? policy.rules[word] : undefined;
  if (effects !== undefined && word !== '') return { rule: word, effects };
  return { rule: ANY_ACTION, effects: [{ kind: 'alert' }] };
}

/**
 * The order in which effects run. The message goes first. The notice comes before a kick or ban, because a bot cannot
 * write to someone it shares no server with. The alert comes last, because it reports on all others.
 */
const ORDER: Record<EffectKind, number> = {
  delete: 0,
  resetName: 0,
  addRole: 1,
  removeRole: 2,
  timeout: 3,
  notice: 4,
  kick: 5,
  ban: 6,
  alert: 7,
};

export function inOrder(effects: readonly Effect[]): Effect[] {
  return [...effects].sort((a, b) => ORDER[a.kind] - ORDER[b.kind]);
}
