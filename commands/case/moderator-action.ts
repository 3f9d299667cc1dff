import type { GuildMember } from 'discord.js';
import {
  actionsFor,
  activeEffectsOf,
  byHand,
  type Call,
  canAct,
  canDecide,
  canModerate,
  type Case,
  type CommandDeps,
  type Conflict,
  type ModeratorActionKind,
  moderatorActionLines,
  type ModeratorActionResult,
  type Renderer,
  type Reply,
  type Reversal,
  timestamp,
  type Translate,
} from '../../src/bot/command-kit.ts';
import { UserError } from '../../src/shared/errors.ts';

/** The message a moderator acts on, and its author. */
export interface Subject {
  readonly channelId: string;
  readonly messageId: string;
  readonly author: Pick<Case['author'], 'id' | 'usedBy'>;
  readonly reversals: readonly Reversal[];
}

export interface ModeratorActionInput {
  readonly record: Case;
  readonly kind: ModeratorActionKind;
  readonly reason: string | null;
}

export type MemberCall = Call<{
  readonly member: GuildMember;
  readonly channelId: string | null;
}>;

export function subjectOf(record: Case): Subject {
  const { channelId, messageId, author } = record;
  return {
    channelId,
    messageId,
    author,
    reversals: activeEffectsOf(record).reversals,
  };
}

/** Runs a moderator's action on a case. Throws a `UserError` if they lack the permission. */
export function runModeratorAction(
  call: MemberCall,
  { record, ...action }: ModeratorActionInput,
  deps: Pick<CommandDeps, 'moderatorActions'>,
): Promise<Reply> {
  return runModeratorActions(call, { ...action, records: [record] }, deps);
}

/** Runs the same action on cases that share an alert; on none if the moderator lacks permission for one. */
export async function runModeratorActions(
  call: MemberCall,
  {
    records,
    kind,
    reason,
  }: Omit<ModeratorActionInput, 'record'> & { readonly records: readonly [Case, ...Case[]] },
  { moderatorActions }: Pick<CommandDeps, 'moderatorActions'>,
): Promise<Reply> {
  const subjects = records.map((record) => ({ record, subject: subjectOf(record) }));
  for (const { subject } of subjects) await checkAuthority(call, kind, subject);
  const results = await moderatorActions.runAll(
    subjects.map(({ record: { guildId, number }, subject: { reversals } }) => ({
      guildId,
      number,
      kind,
      by: call.by,
      reason,
      permittedReversals: reversals,
    })),
  );
  /** Case numbers by result, because most results are alike. */
  const numbers = new Map<string, number[]>();
  for (const [index, result] of results.entries()) {
    const number = records[index]?.number ?? 0;
    const text = resultText(result, number, call);
    numbers.set(text, [...(numbers.get(text) ?? []), number]);
  }
  const isOnPost = results.every(isShownByPost);
  if (numbers.size === 1) return { content: [...numbers.keys()].join(''), isOnPost };
  const blocks = [...numbers].map(
    ([text, same]) => `${same.map((number) => `#${number}`).join(', ')}:\n${text}`,
  );
  return { content: blocks.join('\n'), isOnPost };
}

/**
 * Checks permission and rank. An undo needs the same permission as the action. Actions without an effect on Discord are open
 * to all moderators, except the author and members ranked below the author.
 */
export async function checkAuthority(
  { guild, interaction, show }: Pick<MemberCall, 'guild' | 'interaction' | 'show'>,
  kind: ModeratorActionKind,
  { author, channelId, messageId, reversals }: Subject,
): Promise<void> {
  const by = interaction.member;
  const general = canModerate(guild, by);
  const actions = actionsFor(kind, { reversals, timeoutSeconds: 0 });
  if (actions.length === 0 && general.kind === 'denied') throw new UserError(show(general.reason));
  for (const action of actions) {
    const target = { guild, by, targetId: author.id, channelId, messageId };
    const authority = await canAct({ ...target, ...byHand(action) });
    if (authority.kind === 'denied') throw new UserError(show(authority.reason));
  }
  // A member is responsible for the replies of apps they use.
  for (const id of [author.id, ...(author.usedBy === null ? [] : [author.usedBy])]) {
    const decision = await canDecide(guild, by, id);
    if (decision.kind === 'denied') throw new UserError(show(decision.reason));
  }
}

/** Everything was done as asked, so the edited post says enough. */
export function isShownByPost(result: ModeratorActionResult): boolean {
  if (result.kind !== 'ended') return false;
  const steps = result.record.moderatorActions.at(-1)?.steps ?? [];
  return steps.every(({ outcome }) => outcome?.status === 'done' && outcome.detail === undefined);
}

export function resultText(
  result: ModeratorActionResult,
  number: number,
  renderer: Renderer,
): string {
  const { t, mention } = renderer;
  switch (result.kind) {
    case 'ended': {
      const moderatorAction = result.record.moderatorActions.at(-1);
      if (moderatorAction === undefined) return '';
      const lines = moderatorActionLines(renderer, result.record, moderatorAction);
      if (moderatorAction.kind === 'allow') {
        lines.push(
          result.record.judgement.kind === 'picture'
            ? t('pictures:reply.stillListed', { command: mention('pictures remove') })
            : t('case:reply.revert', { command: mention('case disallow') }),
        );
      }
      return lines.join('\n');
    }
    case 'in progress':
      return t('case:reply.inProgress');
    case 'conflict':
      return conflictText(result.conflict, t);
    case 'unknown case':
      return t('case:reply.unknown', { number: `#${number}` });
  }
}

function conflictText(conflict: Conflict, t: Translate): string {
  switch (conflict.kind) {
    case 'busy':
      return t('case:reply.conflict.busy', { user: conflict.moderatorAction.by.id });
    case 'still processing':
      return t('case:reply.conflict.stillProcessing');
    case 'already': {
      const { moderatorAction } = conflict;
      if (moderatorAction === null) return t('case:reply.conflict.alreadyByBot');
      const { by, at } = moderatorAction;
      return t('case:reply.conflict.alreadyBy', { user: by.id, time: timestamp(at, 'R') });
    }
    case 'nothing to undo': {
      const { irreversible } = conflict;
      if (irreversible.length === 0) return t('case:reply.conflict.nothingToUndo');
      const facts = irreversible.map((kind) => t(`effects:irreversible.${kind}`)).join('; ');
      return t('case:reply.conflict.nothingLeft', { irreversible: facts });
    }
    case 'no verdict':
      return t('case:reply.conflict.noVerdict');
    case 'no member':
      return t('case:reply.conflict.noMember');
    case 'no message':
      return t('case:reply.conflict.noMessage');
    case 'text not allowed':
      return t('case:reply.conflict.notAllowed');
    case 'changed':
      return t('case:reply.conflict.changed');
  }
}
