import type { SkipReason } from '../../src/moderation/decide.ts';
import type { Named } from './localise.ts';

/* What people read of the context menu “Check message”. */

export const checkMessage = {
  name: {
    en: 'Check message',
    de: 'Nachricht prüfen',
    fr: 'Vérifier le message',
    'es-ES': 'Revisar mensaje',
    ja: 'メッセージを確認',
  },
} satisfies Named;

export const title = 'About this message';
export const gone = 'The message is gone, or I may not read it.';
export const noText = '(no text)';
export const why = 'What happened';
export const footer = 'Nothing was done now. The service counts it among its samples, as any text.';

export const happened = {
  acted: (number: number, what: string): string =>
    `Case #${number}: ${what}. \`/case show ${number}\` has all of it.`,
  changedSince: (number: number): string => `Case #${number} is about an earlier version of it.`,
  nothingDone: 'it was only looked at',
  passed: 'Nothing: what the service suggests for it leads to nothing here.',
  stands:
    'Nothing so far. By the settings of today something would be: perhaps it was written before I came or before the ' +
    'settings were changed, or it still waits for its check.',
};

/** Why the bot does not look at a message. */
export const skipped: Record<SkipReason, string> = {
  'own message': 'Nothing: I wrote it myself.',
  bot: 'Nothing: messages of bots are not looked at.',
  webhook: 'Nothing: messages of webhooks are not looked at.',
  'system message': 'Nothing: Discord itself wrote it.',
  'moderation is off': 'Nothing: moderation is off in this server (`/moderation mode`).',
  'exempt role': 'Nothing: the author has a role that is exempt (`/moderation exempt`).',
  'exempt channel':
    'Nothing: this channel, or what it stands in, is exempt (`/moderation exempt`).',
  'nothing to read': 'Nothing: there is no text in it.',
  'pardoned text':
    'Nothing: a moderator called the same text a false positive (`/case unpardon` takes that back).',
};
