import type { Judgement, ServiceJudgement } from './case.ts';
import { factsOf } from './actions/action-facts.ts';
import type { FoundCopies } from './copies/find-copies.ts';
import type { Effect } from './effects.ts';
import type { PictureMatch, PictureSource } from './pictures/known-pictures.ts';
import { chooseRule, type JudgedText, type Origin } from './policy/choose-rule.ts';
import type { AppMode, Policy } from './policy/policy.ts';
import type { DecidingRule } from './policy/rules.ts';
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

type Basis = ServiceJudgement | Extract<Judgement, { kind: 'copies' | 'picture' }>;

/** The effects of a message, and the reason. */
export interface Decision<Kind extends Judgement = Basis> {
  readonly judgement: Kind;
  readonly rule: DecidingRule;
  /** The words of the text that the server blocks. */
  readonly blockedWords: readonly string[];
  /** In the order to run them; empty when the rule wants nothing done. */
  readonly effects: readonly Effect[];
  /** The effects left out because the author is a moderator or the owner. */
  readonly withheld: {
    readonly rank: Exclude<AuthorRank, 'member'>;
    readonly effects: readonly Effect[];
  } | null;
}

/** Why a message does not go to the service; null: it does. */
export function skipReason(
  snapshot: Pick<Snapshot, 'subject' | 'channelId' | 'parentIds' | 'parts'> & {
    readonly author: Pick<Snapshot['author'], 'kind' | 'roleIds'>;
  },
  policy: Policy,
): SkipReason | null {
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

/** Whether the files of a message are checked, which need no text beside them. */
export function areFilesChecked(
  snapshot: Parameters<typeof skipReason>[0],
  policy: Policy,
): boolean {
  const reason = skipReason(snapshot, policy);
  return reason === null || reason === 'nothing to read';
}

/**
 * Applies the policy to a text. Pure. Effects on the owner or a moderator become an alert: a person decides about them. A
 * text the service could not judge becomes an alert too: it is neither harmless nor punishable. Null: the text is harmless.
 */
export function decide(policy: Policy, text: JudgedText): Decision<ServiceJudgement> | null {
  const { judgement, origin, blockedWords } = text;
  const chosen = chooseRule(policy, text);
  if (chosen === null) return null;
  const consequences = consequencesOf(chosen.effects, policy, origin);
  return { judgement, rule: chosen.rule, blockedWords, ...consequences };
}

/** How long an account that may be hacked is kept from writing, so that its owner can change the password. */
const HACKED_TIMEOUT_SECONDS = 60 * 60;

/** Moderators and apps post the same in many channels, too, so people decide about those. */
export function decideCopies(
  policy: Policy,
  { author, posting }: Pick<Snapshot, 'author' | 'posting'>,
  { copied, channels, isCertain }: Pick<FoundCopies, 'copied' | 'channels' | 'isCertain'>,
): Decision {
  const pictures = [...(posting?.pictures ?? [])];
  const judgement = { kind: 'copies', copied, channels, pictures } as const;
  const effects = isCertain ? effectsOnHacked(policy) : ALERT_ONLY;
  const consequences = forMember(effects, policy, author.rank);
  return { judgement, rule: { of: 'copies' }, blockedWords: [], ...consequences };
}

const ALERT_ONLY: readonly Effect[] = [{ kind: 'alert' }];

function effectsOnHacked({ incidents }: Policy): readonly Effect[] {
  switch (incidents.hackedAccounts) {
    case 'off':
    case 'alert':
      return ALERT_ONLY;
    case 'timeout': {
      const timeout: Effect = { kind: 'timeout', seconds: HACKED_TIMEOUT_SECONDS };
      return [{ kind: 'delete' }, timeout, { kind: 'notice' }, ...ALERT_ONLY];
    }
    case 'softban':
      return [{ kind: 'delete' }, { kind: 'softban' }, { kind: 'notice' }, ...ALERT_ONLY];
  }
}

const OF_PICTURE: Readonly<Record<PictureSource, readonly Effect[]>> = {
  own: [{ kind: 'delete' }, { kind: 'notice' }, { kind: 'alert' }],
  imported: [{ kind: 'alert' }],
};

/** The effects of a picture on one of the server's lists. Only what the server itself blocked is deleted. */
export function decidePicture(policy: Policy, origin: Origin, match: PictureMatch): Decision {
  return {
    judgement: { kind: 'picture', match },
    rule: { of: 'picture' },
    blockedWords: [],
    ...consequencesOf(OF_PICTURE[match.source], policy, origin),
  };
}

type Consequences = Pick<Decision, 'effects' | 'withheld'>;

/** A rule's effects, adapted to the kind of text and its author. */
function consequencesOf(
  effects: readonly Effect[],
  policy: Policy,
  { subject, author }: Origin,
): Consequences {
  switch (subject) {
    case 'message':
      return forAuthor(effects, policy, author);
    case 'title':
      return withReset(forAuthor(effects, policy, author));
    case 'nickname':
    case 'name':
      return forName(effects, policy, author.rank);
    case 'stage':
    case 'event':
      return forApp(effects, 'alert');
  }
}

function forAuthor(
  effects: readonly Effect[],
  policy: Policy,
  { kind, rank }: Origin['author'],
): Consequences {
  switch (kind) {
    case 'bot':
      return forApp(effects, policy.apps.bots);
    case 'webhook':
      return forApp(effects, policy.apps.webhooks);
    case 'unknown':
      return forApp(effects, 'delete');
    case 'person':
    case 'self':
    case 'system':
      return forMember(effects, policy, rank);
  }
}

function forMember(effects: readonly Effect[], policy: Policy, rank: AuthorRank): Consequences {
  const wanted = policy.notice.enabled ? effects : effects.filter(({ kind }) => kind !== 'notice');
  const actions = wanted.filter(({ kind }) => kind !== 'alert');
  return rank === 'member' || actions.length === 0
    ? { effects: inOrder(wanted), withheld: null }
    : { effects: [{ kind: 'alert' }], withheld: { rank, effects: inOrder(actions) } };
}

/** A title is replaced instead of deleted, because a thread holds messages of others. */
function withReset({ effects, withheld }: Consequences): Consequences {
  const replace = (list: readonly Effect[]): Effect[] =>
    list.map((effect) => (effect.kind === 'delete' ? { kind: 'resetName' } : effect));
  return {
    effects: replace(effects),
    withheld: withheld && { ...withheld, effects: replace(withheld.effects) },
  };
}

/** The only action on a name is a reset. */
function forName(effects: readonly Effect[], policy: Policy, rank: AuthorRank): Consequences {
  const wanted = withReset(forApp(effects, policy.names === 'reset' ? 'delete' : 'alert'));
  const resets = wanted.effects.filter(({ kind }) => kind === 'resetName');
  if (rank === 'member' || resets.length === 0) return wanted;
  return { effects: [{ kind: 'alert' }], withheld: { rank, effects: resets } };
}

/** The only action is a deletion, always with an alert: no member is certain to have written the text. */
function forApp(effects: readonly Effect[], mode: AppMode): Consequences {
  const alert: Effect[] = effects.length === 0 ? [] : [{ kind: 'alert' }];
  const isDeleted = mode === 'delete' && effects.some(({ kind }) => kind === 'delete');
  return { effects: isDeleted ? [{ kind: 'delete' }, ...alert] : alert, withheld: null };
}

/** After all others, because it reports on them. */
const ALERT_ORDER = Infinity;

const orderOf = (effect: Effect): number => factsOf(effect)?.order ?? ALERT_ORDER;

/** The effects in the order in which they run. The message goes first. */
export function inOrder(effects: readonly Effect[]): Effect[] {
  return [...effects].sort((one, other) => {
    const [first, second] = [orderOf(one), orderOf(other)];
    return first === second ? 0 : first - second;
  });
}
