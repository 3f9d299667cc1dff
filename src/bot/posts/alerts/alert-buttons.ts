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
import { areHandled } from './handled-lines.ts';
import { conflictOf, openModeratorAction } from '../../domain/actions/moderator-action-kinds.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;
type ButtonKind = Exclude<ModeratorActionKind, 'disallow' | 'withdraw' | 'expire'>;

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

/** The likeliest actions first: an alert shows as many as fit, and “More…” opens the others. */
const RANKING: readonly ButtonKind[] = ['undo', 'delete', 'done', 'allow', 'ban', 'timeout'];

/* The width of a row, and of the buttons in it, on a phone 390 pixels wide. */
const ROW_WIDTH = 320;
const GAP = 6;
const PADDING = 32;
const LETTER_WIDTH = 7.5;
const WIDE_LETTER_WIDTH = 15;
const WIDE_LETTER = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u;

function widthOf(label: string): number {
  const letters = Array.from(label, (letter) =>
    WIDE_LETTER.test(letter) ? WIDE_LETTER_WIDTH : LETTER_WIDTH,
  );
  return letters.reduce((sum, width) => sum + width, GAP + PADDING);
}

/**
 * The id of a button that every alert has in every state: a restarted process finds a case's alert by it. `number`: of the
 * oldest case.
 */
export function detailsId(number: number): string {
  return `details:${number}`;
}

/** The cases of an alert, oldest first. */
type Records = readonly [Case, ...Case[]];

/**
 * One row: the likeliest of the actions that are possible now on the cases of an alert, and “More…”. While one is pending, the
 * actions are disabled.
 */
export function alertButtons(t: Translate, records: Records): ButtonRow[] {
  const more: APIButtonComponentWithCustomId = {
    type: ComponentType.Button,
    style: ButtonStyle.Secondary,
    label: t('alerts:button.more'),
    custom_id: detailsId(records[0].number),
  };
  const shown = shownKinds(t, records);
  return rowsOf([...buttonsOf(t, records, (kind) => shown.has(kind)), more]);
}

/** The other actions that are possible now, for the details. */
export function furtherButtons(t: Translate, records: Records): ButtonRow[] {
  const shown = shownKinds(t, records);
  return rowsOf(buttonsOf(t, records, (kind) => !shown.has(kind)));
}

function buttonsOf(
  t: Translate,
  records: Records,
  isWanted: (kind: ButtonKind) => boolean,
): APIButtonComponentWithCustomId[] {
  const isBusy = records.some((record) => openModeratorAction(record) !== null);
  const possible = possibleKinds(records);
  return BUTTONS.filter(({ kind }) => possible.has(kind) && isWanted(kind)).map((button) =>
    actionButton(t, button, { subject: `case:${records[0].number}`, isDisabled: isBusy }),
  );
}

function possibleKinds(records: Records): ReadonlySet<ButtonKind> {
  // By the time anybody can press a button, a pending action will have ended.
  const settled = records.map((record) => ({
    ...record,
    moderatorActions: record.moderatorActions.filter(({ endedAt }) => endedAt !== null),
  }));
  const kinds = RANKING.filter((kind) => isPossible(settled, kind));
  return new Set(areHandled(settled) ? kinds.filter((kind) => kind !== 'done') : kinds);
}

/** As many as fit into an alert's row. On a handled alert, all that is left to do is to take it back. */
function shownKinds(t: Translate, records: Records): ReadonlySet<ButtonKind> {
  const shown = new Set<ButtonKind>();
  let room = ROW_WIDTH - widthOf(t('alerts:button.more'));
  for (const kind of possibleKinds(records)) {
    const width = widthOf(t(`alerts:button.${kind}`));
    if (width > room || (areHandled(records) && kind !== 'undo')) continue;
    shown.add(kind);
    room -= width;
  }
  return shown;
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

/** The buttons for a message with a keyword hit. They open a case. */
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
