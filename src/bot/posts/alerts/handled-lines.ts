import { userMention } from 'discord.js';
import type { Case, ModeratorAction } from '../../domain/case.ts';
import type { Outcome } from '../../domain/effects.ts';
import { AUTHOR_ACTIONS } from '../../domain/actions/moderator-actions.ts';
import { timestamp } from '../../rendering/format.ts';
import type { Renderer } from '../../rendering/renderer.ts';
import { defuseLine } from '../../rendering/sanitize.ts';
import { moderatorActionHead, stateOf } from './moderator-action-lines.ts';
import { refusalText } from './refusal-lines.ts';

/** The longest reason of a moderator, and the longest in the summary of a handled alert. */
const REASON_LENGTH = 200;
const SHORT_REASON_LENGTH = 40;

/** The moderators' actions on the cases of an alert, oldest first. */
export interface HandledLines {
  /** Actions on the author, and those that are the same for every case. */
  readonly shared: readonly string[];
  /** Actions on single cases, by case number. */
  readonly own: ReadonlyMap<number, readonly string[]>;
}

/** `records`: the cases of an alert, oldest first. */
export function handledLines(renderer: Renderer, records: readonly Case[]): HandledLines {
  const shared = new Map<string, ModeratorAction>();
  const own = new Map<number, string[]>();
  for (const { number, moderatorActions } of records) {
    for (const moderatorAction of moderatorActions) {
      const key = keyOf(moderatorAction);
      const isShared =
        isForAll(moderatorAction) ||
        records.every((record) => record.moderatorActions.some((each) => keyOf(each) === key));
      if (isShared) shared.set(key, moderatorAction);
      else own.set(number, [...(own.get(number) ?? []), lineOf(renderer, moderatorAction)]);
    }
  }
  const inOrder = [...shared.values()].toSorted((a, b) => a.at - b.at);
  return { shared: inOrder.map((moderatorAction) => lineOf(renderer, moderatorAction)), own };
}

/** Whether an action is for all cases of an alert, although it is not recorded with each. */
function isForAll({ kind }: ModeratorAction): boolean {
  // An undo is recorded only where there was something to undo.
  return AUTHOR_ACTIONS.has(kind) || kind === 'undo';
}

/** Whether moderators have dealt with every case of an alert, and nothing has failed or is still going on. */
export function areHandled(records: readonly Case[]): boolean {
  const actions = records.flatMap(({ moderatorActions }) => moderatorActions);
  return records.every(({ openedAt, moderatorActions }) => {
    const latest =
      moderatorActions.at(-1) ??
      actions.findLast((action) => isForAll(action) && action.at >= openedAt);
    return (
      latest !== undefined &&
      stateOf(latest) === 'completed' &&
      refusalsOf(latest.steps).length === 0
    );
  });
}

/** The latest action on the cases of an alert; null: none. */
export function latestActionLine(renderer: Renderer, records: readonly Case[]): string | null {
  const [latest] = records
    .flatMap(({ moderatorActions }) => moderatorActions)
    .toSorted((a, b) => b.at - a.at);
  return latest === undefined ? null : lineOf(renderer, latest, SHORT_REASON_LENGTH);
}

/** One click acts on several cases: the same action by the same moderator with the same result. */
function keyOf(moderatorAction: ModeratorAction): string {
  const { kind, by, reason, steps } = moderatorAction;
  const refusals = refusalsOf(steps);
  return JSON.stringify([
    kind,
    by.id,
    reason,
    stateOf(moderatorAction),
    refusals.map((outcome) => [outcome.reason, outcome.fix]),
  ]);
}

/** `✓ Undone by @moderator, 14:02`, with what Discord refused and how to fix it. */
function lineOf(
  renderer: Renderer,
  moderatorAction: ModeratorAction,
  reasonLength = REASON_LENGTH,
): string {
  const { t } = renderer;
  const { by, at, reason, steps } = moderatorAction;
  const action = moderatorActionHead(t, moderatorAction);
  const user = userMention(by.id);
  const time = timestamp(at, 't');
  const line =
    stateOf(moderatorAction) === 'completed'
      ? t('alerts:handled', { action, user, time })
      : `${action} · ${user}, ${time}`;
  const refusals = refusalsOf(steps).map((outcome) => refusalText(renderer, outcome));
  return [
    reason === null ? line : `${line}: ${defuseLine(reason, reasonLength)}`,
    ...new Set(refusals),
  ].join('\n');
}

/** Leaves out refused direct messages, which are common. */
function refusalsOf(steps: ModeratorAction['steps']): Extract<Outcome, { status: 'refused' }>[] {
  return steps.flatMap(({ action, outcome }) =>
    action.kind !== 'notice' && outcome?.status === 'refused' ? [outcome] : [],
  );
}
