import {
  ButtonStyle,
  ComponentType,
  type APIActionRowComponent,
  type APIButtonComponentWithCustomId,
} from 'discord.js';
import type { Case, RulingKind } from '../moderation/case.ts';
import { hindranceOf, openRuling } from '../moderation/rulings.ts';
import { buttons as texts } from './texts-rulings.ts';

type ButtonRow = APIActionRowComponent<APIButtonComponentWithCustomId>;
type ButtonKind = Exclude<RulingKind, 'unpardon'>;

const BUTTONS: readonly { kind: ButtonKind; style: APIButtonComponentWithCustomId['style'] }[] = [
  { kind: 'undo', style: ButtonStyle.Primary },
  { kind: 'pardon', style: ButtonStyle.Secondary },
  { kind: 'delete', style: ButtonStyle.Danger },
  { kind: 'timeout', style: ButtonStyle.Danger },
  { kind: 'ban', style: ButtonStyle.Danger },
  { kind: 'done', style: ButtonStyle.Success },
];

const KEYWORD_KINDS: ReadonlySet<RulingKind> = new Set(['delete', 'timeout', 'ban', 'done']);

/** Discord's limit. */
const BUTTONS_IN_A_ROW = 5;

/** What can be done about a case by what was done already. While something is being done, nothing can be pressed. */
export function caseButtons(record: Case): ButtonRow[] {
  const isBusy = openRuling(record) !== null;
  // What is open or waits for the alert itself is through before anybody can press anything.
  const settled = { ...record, rulings: record.rulings.filter(({ endedAt }) => endedAt !== null) };
  // Nobody redraws an alert when a timeout is over, so the button for the next one is there from the beginning.
  const possible = BUTTONS.filter(({ kind }) => hindranceOf(settled, kind, Infinity) === null);
  return rowsOf(possible, `case:${record.number}`, isBusy);
}

/** What can be done about a message in which a keyword was found: a case is opened for it then. */
export function hitButtons(eventId: string): ButtonRow[] {
  const offered = BUTTONS.filter(({ kind }) => KEYWORD_KINDS.has(kind));
  return rowsOf(offered, `hit:${eventId}`, false);
}

/** `subject`: what stands before the kind in a custom id. A ban asks once more, so it has an id of its own. */
function rowsOf(
  shown: readonly (typeof BUTTONS)[number][],
  subject: string,
  isDisabled: boolean,
): ButtonRow[] {
  const components = shown.map(({ kind, style }): APIButtonComponentWithCustomId => ({
    type: ComponentType.Button,
    style,
    label: texts[kind],
    custom_id: kind === 'ban' ? `ban:${subject}` : `${subject}:${kind}`,
    disabled: isDisabled,
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
