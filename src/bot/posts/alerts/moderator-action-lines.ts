import { roleMention, userMention } from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { Case, DiscordAction, ModeratorAction } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { activeEffectsOf } from '../../domain/actions/active-effects.ts';
import { REVERTING } from '../../domain/actions/moderator-action-kinds.ts';
import { isReversal, type Irreversible } from '../../domain/actions/action-facts.ts';
import { defuse, truncate } from '../../rendering/sanitize.ts';
import { refusalText } from './refusal-lines.ts';
import { duration, timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';

/** The longest reason of a moderator. */
const REASON_LENGTH = 250;

type ActionState = 'pending' | 'failed' | 'completed';

export function stateOf({ steps, endedAt }: ModeratorAction): ActionState {
  if (endedAt === null) return 'pending';
  // A member who cannot get a direct message is banned all the same.
  const decisive = steps.filter(({ action }) => action.kind !== 'notice');
  const isFailed =
    decisive.length > 0 && decisive.every(({ outcome }) => outcome?.status === 'refused');
  return isFailed ? 'failed' : 'completed';
}

const MARKS: Readonly<Record<ActionState, string>> = {
  pending: '⏳',
  failed: '⚠️',
  completed: '✓',
};

/** A moderator action in words, marked as completed, failed or pending. */
export function moderatorActionHead(t: Translate, moderatorAction: ModeratorAction): string {
  const state = stateOf(moderatorAction);
  return `${MARKS[state]} ${t(`alerts:moderatorActions.${state}.${moderatorAction.kind}`)}`;
}

/** A moderator action and the outcomes of its steps, one line each. */
export function moderatorActionLines(
  renderer: Renderer,
  record: Case,
  moderatorAction: ModeratorAction,
): string[] {
  const { t } = renderer;
  const { kind, by, at, reason, steps } = moderatorAction;
  const outcomes = steps.flatMap(({ action, outcome }) =>
    outcome === null ? [] : [stepLine(renderer, action, outcome)],
  );
  const byLine = t('alerts:moderatorActions.by', {
    user: userMention(by.id),
    time: timestamp(at, 'R'),
  });
  const head = `**${moderatorActionHead(t, moderatorAction)}** · ${byLine}`;
  return [
    reason === null ? head : `${head}: ${defuse(reason, REASON_LENGTH)}`,
    ...outcomes,
    ...(kind === 'allow' ? [`ℹ️ ${t('alerts:moderatorActions.allowed')}`] : []),
    ...(kind === 'withdraw' ? [`ℹ️ ${t('alerts:moderatorActions.withdrawn')}`] : []),
    ...(REVERTING.has(kind) ? irreversibleLines(t, record) : []),
  ];
}

/** A case's moderator actions within a length limit. The latest ones are shown whole if they fit. */
export function moderatorActionsText(renderer: Renderer, record: Case, maxLength: number): string {
  const earlier = renderer.t('alerts:moderatorActions.earlier');
  const blocks = record.moderatorActions.map((moderatorAction) =>
    moderatorActionLines(renderer, record, moderatorAction).join('\n'),
  );
  const shown: string[] = [];
  let left = maxLength - earlier.length - 1;
  for (const whole of blocks.toReversed()) {
    // The latest one is always shown, cut if necessary.
    const block = shown.length === 0 ? truncate(whole, left - 1) : whole;
    if (block.length + 1 > left) return [earlier, ...shown].join('\n');
    shown.unshift(block);
    left -= block.length + 1;
  }
  return shown.join('\n');
}

export function stepLine(renderer: Renderer, action: DiscordAction, outcome: Outcome): string {
  const { t, show } = renderer;
  const done = `${t(`effects:done.${action.kind}`)}${suffixOf(t, action)}`;
  switch (outcome.status) {
    case 'done': {
      const { detail } = outcome;
      if (detail !== undefined && isReversal(action)) return `ℹ️ ${show(detail)}`;
      const until = action.kind === 'ban' ? endOf(t, outcome.until) : '';
      return `✅ ${done}${until}${detail === undefined ? '' : `. ${show(detail)}`}`;
    }
    case 'refused':
      return refusalText(renderer, outcome);
    case 'deferred':
      return `⏳ ${show(outcome.detail)}`;
    case 'watched':
      return `👁️ ${done}`;
  }
}

/** When a temporary ban ends: the bot ends it, not Discord, so moderators cannot see it anywhere else. */
function endOf(t: Translate, until: number | undefined): string {
  return until === undefined ? '' : ` · ${t('effects:until', { time: timestamp(until) })}`;
}

/** The role, or the duration. */
function suffixOf(t: Translate, action: DiscordAction): string {
  if ('roleId' in action) return ` (${roleMention(action.roleId)})`;
  return 'seconds' in action && action.seconds !== undefined
    ? ` (${duration(t.language, action.seconds)})`
    : '';
}

function irreversibleLines(t: Translate, record: Case): string[] {
  const { irreversible } = activeEffectsOf(record);
  if (irreversible.length === 0) return [];
  return [`⚠️ ${irreversibleText(t, irreversible)}`];
}

export function irreversibleText(t: Translate, irreversible: readonly Irreversible[]): string {
  const effects = irreversible.map((kind) => t(`effects:irreversible.${kind}`)).join('; ');
  return t('alerts:moderatorActions.irreversible', { effects });
}
