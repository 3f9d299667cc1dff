import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import { manualActionOf, type Case, type ModeratorActionKind } from '../../domain/case.ts';
import { activeEffectsOf } from '../../domain/actions/active-effects.ts';
import { AUTHOR_ACTIONS } from '../../domain/actions/moderator-actions.ts';
import { conflictOf, openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;
type ButtonKind = Exclude<ModeratorActionKind, 'disallow' | 'withdraw'>;

/** Only a ban is red. */
const BUTTONS: readonly { kind: ButtonKind; style: APIButtonComponentWithCustomId['style'] }[] = [
  { kind: 'undo', style: ButtonStyle.Primary },
  { kind: 'delete', style: ButtonStyle.Primary },
  { kind: 'timeout', style: ButtonStyle.Secondary },
  { kind: 'ban', style: ButtonStyle.Danger },
  { kind: 'allow', style: ButtonStyle.Secondary },
  { kind: 'done', style: ButtonStyle.Success },
];

const KEYWORD_KINDS: ReadonlySet<ModeratorActionKind> = new Set([
  'delete',
  'timeout',
  'ban',
  'done',
]);

/** Discord's limit. */
const BUTTONS_IN_A_ROW = 5;

/** On every alert, in every state: a restarted process finds the alert of a case by it. `number`: of the oldest case. */
export function detailsId(number: number): string {
  return `details:${number}`;
}

/**
 * The actions that are possible now on the cases of an alert, oldest first, and the details. While one is pending, the actions
 * are disabled.
 */
export function alertButtons(t: Translate, records: readonly [Case, ...Case[]]): ButtonRow[] {
  const [{ number }] = records;
  const isBusy = records.some((record) => openModeratorAction(record) !== null);
  // A pending action ends before anybody can press a button.
  const settled = records.map((record) => ({
    ...record,
    moderatorActions: record.moderatorActions.filter(({ endedAt }) => endedAt !== null),
  }));
  const actions = BUTTONS.filter(({ kind }) => isPossible(settled, kind)).map((button) =>
    actionButton(t, button, { subject: `case:${number}`, isDisabled: isBusy }),
  );
  return rowsOf([
    ...actions,
    {
      type: ComponentType.Button,
      style: ButtonStyle.Secondary,
      label: t('alerts:button.details'),
      custom_id: detailsId(number),
    },
  ]);
}

/** Actions on the author run once, on the newest case. */
function isPossible(records: readonly Case[], kind: ButtonKind): boolean {
  // A moderator has just decided: all that is left is to take it back.
  if (kind !== 'undo' && records.every((record) => manualActionOf(record) !== null)) return false;
  // Nothing refreshes an alert when a timeout ends, so the button for the next timeout is always there.
  const isPossibleFor = (record: Case): boolean => conflictOf(record, kind, Infinity) === null;
  if (!AUTHOR_ACTIONS.has(kind)) return records.some(isPossibleFor);
  const isBanned = records.some((record) => activeEffectsOf(record).isBanned);
  return !isBanned && records.slice(-1).every(isPossibleFor);
}

/** The actions on a message with a keyword hit. They open a case. */
export function hitButtons(t: Translate, eventId: string): ButtonRow[] {
  const offered = BUTTONS.filter(({ kind }) => KEYWORD_KINDS.has(kind));
  return rowsOf(
    offered.map((button) =>
      actionButton(t, button, { subject: `hit:${eventId}`, isDisabled: false }),
    ),
  );
}

/** Custom ids are `subject:kind`. A ban opens a modal first, so its id is `ban:subject`. */
function actionButton(
  t: Translate,
  { kind, style }: (typeof BUTTONS)[number],
  { subject, isDisabled }: { subject: string; isDisabled: boolean },
): APIButtonComponentWithCustomId {
  return {
    type: ComponentType.Button,
    style,
    label: t(`alerts:button.${kind}`),
    custom_id: kind === 'ban' ? `ban:${subject}` : `${subject}:${kind}`,
    disabled: isDisabled,
  };
}

function rowsOf(components: readonly APIButtonComponentWithCustomId[]): ButtonRow[] {
  const rows: ButtonRow[] = [];
  for (let start = 0; start < components.length; start += BUTTONS_IN_A_ROW) {
    rows.push({
      type: ComponentType.ActionRow,
      components: components.slice(start, start + BUTTONS_IN_A_ROW),
    });
  }
  return rows;
}
