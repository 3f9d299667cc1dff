import { membership } from './lookup.ts';
import type { Word } from './normalise.ts';
import { ADDRESSES, ARTICLES, CURSE_OBJECTS, FILLERS, NEGATIONS } from './terms.ts';

/** How many words may stand between "you" and what "you" are called. */
const REACH = 6;
const NEGATION_REACH = 3;

const isYou = membership(ADDRESSES);
const isFiller = membership(FILLERS);
const isArticle = membership(ARTICLES);
const isNegation = membership(NEGATIONS);
const isCurseObject = membership(CURSE_OBJECTS);
const isYour = membership(['your']);

export interface Aim {
  /** "you are such a …", "@member is a …", "… @member". `isInsult` tells which words may be in between as well. */
  isAtSomebody(index: number, isInsult: (index: number) => boolean): boolean;
  /** "fuck you", "fuck off". */
  hasCurseObject(index: number): boolean;
  /** "don't …", "never …". */
  isNegated(index: number): boolean;
}

export function createAim(words: readonly Word[]): Aim {
  const isAddress = (index: number): boolean =>
    words[index]?.isMention === true || isYou(words[index]);

  return {
    isAtSomebody(index, isInsult) {
      if (words[index + 1]?.isMention === true) return true;
      for (let at = index - 1; at >= Math.max(0, index - REACH); at--) {
        if (isAddress(at)) return true;
        // "your an idiot": the common misspelling, not "your idiot brother".
        if (isYour(words[at]) && isArticle(words[at + 1])) return true;
        if (!isFiller(words[at]) && !isInsult(at)) return false;
      }
      return false;
    },
    hasCurseObject: (index) =>
      words[index + 1]?.isMention === true || isCurseObject(words[index + 1]),
    isNegated(index) {
      for (let at = Math.max(0, index - NEGATION_REACH); at < index; at++) {
        if (isNegation(words[at])) return true;
      }
      return false;
    },
  };
}
