import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Translate } from '../../locales/translate.ts';
import type { Case, ModeratorActionKind } from '../../moderation/case.ts';
import { conflictOf, openModeratorAction } from '../../moderation/actions/moderator-actions.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;
type ButtonKind = Exclude<ModeratorActionKind, 'disallow'>;

const BUTTONS: readonly { kind: ButtonKind; style: APIButtonComponentWithCustomId['style'] }[] = [
  { kind: 'undo', style: ButtonStyle.Primary },
  { kind: 'allow', style: ButtonStyle.Secondary },
  { kind: 'delete', style: ButtonStyle.Danger },
  { kind: 'timeout', style: ButtonStyle.Danger },
  { kind: 'ban', style: ButtonStyle.Danger },
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

/** The actions that are possible now. While one is pending, all buttons are disabled. */
export function caseButtons(t: Translate, record: Case): ButtonRow[] {
  const isBusy = openModeratorAction(record) !== null;
  // A pending action ends before anybody can press a button.
  const settled = {
    ...record,
    moderatorActions: record.moderatorActions.filter(({ endedAt }) => endedAt !== null),
  };
  // Nothing refreshes an alert when a timeout ends, so the button for the next timeout is always there.
  const possible = BUTTONS.filter(({ kind }) => conflictOf(settled, kind, Infinity) === null);
  return rowsOf(t, possible, { subject: `case:${record.number}`, disabled: isBusy });
}

/** The actions on a message with a keyword hit. They open a case. */
export function hitButtons(t: Translate, eventId: string): ButtonRow[] {
  const offered = BUTTONS.filter(({ kind }) => KEYWORD_KINDS.has(kind));
  return rowsOf(t, offered, { subject: `hit:${eventId}`, disabled: false });
}

/** Custom ids are `subject:kind`. A ban opens a modal first, so its id is `ban:subject`. */
function rowsOf(
  t: Translate,
  shown: readonly (typeof BUTTONS)[number][],
  { subject, disabled }: { subject: string; disabled: boolean },
): ButtonRow[] {
  const components = shown.map(({ kind, style }): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    style,
    label: t(`alerts:button.${kind}`),
    custom_id: kind === 'ban' ? `ban:${subject}` : `${subject}:${kind}`,
    disabled,
  }));
  const rows: ButtonRow[] = [];
  for (let start = 0; start < components.length; start += BUTTONS_IN_A_ROW) {
    rows.push({
      type: ComponentType.ActionRow,
      components: components.slice(start, start + BUTTONS_IN_A_ROW),
    });
  }
  return rows;
}
