import type { Deed, RulingKind } from '../moderation/case.ts';
import type { Reversal } from '../moderation/effects.ts';
import type { Lasting } from '../moderation/rulings.ts';
import { done, moment, type Refusal } from './texts.ts';

/*
 * Every sentence about what moderators do by hand. Names in here are plain; whoever shows a text defuses it.
 */

export const buttons: Record<Exclude<RulingKind, 'unpardon'>, string> = {
  undo: 'Undo',
  pardon: 'False positive',
  delete: 'Delete',
  timeout: 'Timeout',
  ban: 'Ban…',
  done: 'Done',
};

/** Why a person may not do something, by Discord's own rules. */
export const authority = {
  timedOut: 'You are timed out.',
  lacks: (permission: string): string => `You lack the permission “${permission}”.`,
  lacksIn: (permission: string, channel: string): string =>
    `You lack the permission “${permission}” in #${channel}.`,
  channelUnknown: 'The bot cannot see the channel, so it cannot tell what you may do there.',
  self: 'You cannot do that to yourself.',
  owner: 'They own this server, and nobody can act against its owner.',
  administrator: 'They are an administrator, and Discord lets nobody time out an administrator.',
  above: 'Their highest role is not below yours.',
  roleAbove: (role: string): string => `The role “${role}” is not below your highest role.`,
  roleManaged: (role: string): string =>
    `The role “${role}” belongs to an integration, and nobody can hand it out.`,
  roleUnknown: 'There is no such role.',
  notModerating: 'Only moderators can do that.',
};

/** What comes of taking something back. */
export const reversals = {
  left: {
    reason: 'They are not in the server, so nothing of theirs can be changed there.',
    mend: 'Undo it again if they come back.',
  } satisfies Refusal,
  rolesLeft: 'They have left the server, and their roles went with them.',
  accountGone: 'The account no longer exists.',
  notBanned: 'The ban had been lifted already.',
  otherBan: 'The ban that stands does not come from this case; it was left as it is.',
  timeoutOver: 'The timeout was over already.',
  otherTimeout: 'The timeout that stands does not come from this case; it was left as it is.',
  roleTaken: 'They no longer had the role.',
  roleGiven: 'They had the role again already.',
  roleGone: 'The role no longer exists.',
  doing: {
    liftTimeout: 'lift the timeout',
    unban: 'lift the ban',
    takeRole: 'take the role away',
    giveRole: 'give the role back',
  } satisfies Record<Reversal['kind'], string>,
  refused: (names: {
    what: string;
    answer: string;
    permission: string;
    botRole: string;
  }): Refusal => ({
    reason: `Discord did not let the bot ${names.what}: ${names.answer}.`,
    mend:
      `See that the role “${names.botRole}” has “${names.permission}” and stands above the author’s roles ` +
      '(Server Settings → Roles), then try again.',
  }),
};

/** What moderators did, as their alerts tell it. */
export const rulings = {
  field: 'By the moderators',
  earlier: '… and more before that',
  /** Before the name of whoever did it. */
  head: {
    undo: '↩️ Undone',
    pardon: '🟢 Called a false positive',
    unpardon: '🔴 No false positive any more',
    delete: '🗑️ Deleted',
    timeout: '🔇 Timed out',
    ban: '🔨 Banned',
    done: '☑️ Settled',
  } satisfies Record<RulingKind, string>,
  /** Where nothing came of it. */
  tried: {
    undo: '⚠️ Tried to undo',
    pardon: '🟢 Called a false positive',
    unpardon: '🔴 No false positive any more',
    delete: '⚠️ Tried to delete',
    timeout: '⚠️ Tried to time out',
    ban: '⚠️ Tried to ban',
    done: '☑️ Settled',
  } satisfies Record<RulingKind, string>,
  /** While it is being carried out. */
  pending: {
    undo: '⏳ Undoing',
    pardon: '⏳ Calling it a false positive',
    unpardon: '⏳ Calling it no false positive any more',
    delete: '⏳ Deleting',
    timeout: '⏳ Timing out',
    ban: '⏳ Banning',
    done: '⏳ Settling',
  } satisfies Record<RulingKind, string>,
  done: {
    ...done,
    liftTimeout: 'Timeout lifted',
    unban: 'Ban lifted',
    takeRole: 'Role taken away again',
    giveRole: 'Role given back',
  } satisfies Record<Deed['kind'], string>,
  lasting: {
    delete: 'a deleted message stays deleted',
    notice: 'a direct message stays sent',
    kick: 'a kick stays: they can join again with an invitation',
  } satisfies Record<Lasting, string>,
  cannot: 'Not to be taken back:',
  pardoned: 'The same text is left standing from now on.',
  by: (userId: string, atMs: number): string => `<@${userId}> ${moment(atMs, 'R')}`,
};

/** What the record of a case says beyond its alert. */
export const record = {
  scores: 'The verdict',
  verdict: ({ sentiment, language }: { sentiment: number; language: string }): string =>
    `sentiment ${sentiment} · language ${language || '–'}`,
  result: ({ uuid, version }: { uuid: string; version: string }): string =>
    `result ${uuid} of version ${version}`,
  course: 'Course',
  opened: (atMs: number, mode: string): string => `Opened ${moment(atMs)}, mode ${mode}.`,
  closed: (atMs: number): string => `All was answered ${moment(atMs)}.`,
  waiting: (what: string): string => `⏳ Discord has not answered yet: ${what}.`,
  ruling: '⏳ A moderator’s decision is being carried out.',
  alert: (link: string): string => `[Its alert](${link})`,
  noAlert: 'The alert could not be posted:',
  notes: (count: number): string => (count === 1 ? 'A note' : `${count} notes`),
  note: (userId: string, atMs: number, text: string): string =>
    `<@${userId}> ${moment(atMs)}: ${text}`,
};
