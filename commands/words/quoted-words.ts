import { defuseLine, MAX_WORD_LENGTH, type Translate } from '../../src/bot/command-kit.ts';
import { listed } from '../shared/listed.ts';

/** The longest list, so that several fit into a message. */
const MAX_LENGTH = 400;

/** Words in quotation marks, as many as fit. */
export function quotedWords(t: Translate, words: readonly { readonly text: string }[]): string {
  const quoted = words.map(({ text }) => quotedWord(t, text));
  return listed(quoted, { separator: ', ', maxLength: MAX_LENGTH }, t);
}

export function quotedWord(t: Translate, text: string): string {
  return t('common:quoted', { text: defuseLine(text, 2 * MAX_WORD_LENGTH) });
}
