import { defuseLine } from '../../src/discord/sanitize.ts';
import type { Translate } from '../../src/locales/translate.ts';
import { MAX_WORD_LENGTH } from '../../src/moderation/words/word-pattern.ts';
import { listed } from '../shared/listed.ts';

/** Several such lists fit into a message. */
const MAX_LENGTH = 400;

/** Words for people: as many as fit, in quotation marks. */
export function quotedWords(t: Translate, words: readonly { readonly text: string }[]): string {
  const quoted = words.map(({ text }) => quotedWord(t, text));
  return listed(quoted, { separator: ', ', maxLength: MAX_LENGTH }, t);
}

export function quotedWord(t: Translate, text: string): string {
  return t('common:quoted', { text: defuseLine(text, 2 * MAX_WORD_LENGTH) });
}
