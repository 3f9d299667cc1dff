import { manualActionOf, type Case, type MessageRef } from '../case.ts';
import type { PostRef, PostRequest } from './post.ts';

/**
 * The subjects of posts of kind `alert`. Cases that wait for their alert are posted by author, so that they share one; a
 * posted alert is edited by its message.
 */
export type AlertSubject =
  | { readonly kind: 'author'; readonly authorId: string }
  | { readonly kind: 'case'; readonly number: number }
  /** `number`: a keyword alert that shows only this case; null: an alert, which shows all its cases. */
  | { readonly kind: 'message'; readonly number: number | null };

/** The post that brings a case to the moderators. */
export function alertOf(record: Case): PostRef {
  const { guildId, number, author } = record;
  // A moderator's own action is no addition to the author's texts.
  const isAlone = manualActionOf(record) !== null || author.id === '';
  const subject = isAlone ? `case ${number}` : `author ${author.id}`;
  return { guildId, kind: 'alert', subject };
}

/** The edit of an alert. */
export function editOf(
  guildId: string,
  message: MessageRef,
): PostRequest & { readonly message: MessageRef } {
  const subject = `message ${message.messageId}`;
  return { guildId, kind: 'alert', subject, urgency: 'ordinary', message };
}

/** The edits of everything that shows a case. */
export function editsOf({ guildId, number, alert, keywordAlerts }: Case): PostRequest[] {
  const keywordEdits = keywordAlerts.map((place) => {
    const edit = editOf(guildId, place);
    return { ...edit, subject: `${edit.subject} ${number}` };
  });
  return alert === null ? keywordEdits : [editOf(guildId, alert), ...keywordEdits];
}

export function parseAlertSubject(subject: string): AlertSubject {
  const [kind, id = '', number] = subject.split(' ');
  if (kind === 'author') return { kind, authorId: id };
  if (kind === 'case') return { kind, number: Number(id) };
  return { kind: 'message', number: number === undefined ? null : Number(number) };
}

/** The edits that a change of a case needs. */
export function editsAfter(before: Case, after: Case): PostRequest[] {
  const edits = editsOf(before);
  return edits.length > 0 && isShownAnew(before, after) ? edits : [];
}

/** Whether the alert of a case looks different after a change. */
export function isShownAnew(before: Case, after: Case): boolean {
  return shownOf(before) !== shownOf(after);
}

function shownOf(record: Case): string {
  const { steps, moderatorActions } = record;
  return JSON.stringify({
    ...record,
    alert: null,
    closedAt: null,
    notes: [],
    claim: null,
    steps: steps.filter(({ effect }) => effect.kind !== 'alert'),
    // Its end is news, not each of its steps.
    moderatorActions: moderatorActions.filter(({ endedAt }) => endedAt !== null),
  });
}
